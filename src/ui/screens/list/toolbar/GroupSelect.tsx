// Chooses the column by which the rows of a list are grouped.
import { useTranslator } from '../../../../client/context/clientContext'
import { writeGrouping } from '../../../../client/navigation/urlState'
import type { Column } from '../../../../manifest/model/column'
import type { ListAddress } from '../data/useListAddress'
import { groupingChoices } from '../data/useListGroups'

interface GroupSelectProps {
  readonly columns: readonly Column[]
  readonly address: Pick<ListAddress, 'state' | 'set'>
}

/** Draws a native select; nothing if no column can be grouped. */
export function GroupSelect({ columns, address: { state, set } }: GroupSelectProps) {
  const translator = useTranslator()
  const choices = groupingChoices(columns, translator)
  if (choices.length === 0) return null
  return (
    <label className="list-grouping">
      <span>{translator.t('list.grouping')}</span>
      <select
        aria-label={translator.t('list.grouping')}
        value={state.group ? writeGrouping(state.group) : ''}
        onChange={({ target }) => set({ group: choices.find(({ key }) => key === target.value)?.grouping })}
      >
        <option value="">{translator.t('list.groupNot')}</option>
        {choices.map(({ key, title }) => (
          <option key={key} value={key}>
            {title}
          </option>
        ))}
      </select>
    </label>
  )
}
