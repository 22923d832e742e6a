// Chooses the column by which the rows of a list are grouped.
import type { Column } from '../../../../manifest/model/column'
import type { Grouping } from '../../../../protocol/calls'
import { useTranslator } from '../../../../client/context/clientContext'
import type { ListAddress } from '../data/useListAddress'
import { groupingsOf, groupingTitle } from '../data/useListGroups'

interface GroupSelectProps {
  readonly columns: readonly Column[]
  readonly address: Pick<ListAddress, 'state' | 'set'>
}

const keyOf = ({ field, by }: Grouping) => (by ? `${field}:${by}` : field)

export function GroupSelect({ columns, address: { state, set } }: GroupSelectProps) {
  const words = useTranslator()
  const offered = columns.flatMap((column) => groupingsOf(column).map((grouping) => ({ column, grouping })))
  if (offered.length === 0) return null
  return (
    <label className="list-grouping">
      <span>{words.t('list.grouping')}</span>
      <select
        aria-label={words.t('list.grouping')}
        value={state.group ? keyOf(state.group) : ''}
        onChange={({ target }) =>
          set({ group: offered.find(({ grouping }) => keyOf(grouping) === target.value)?.grouping })
        }
      >
        <option value="">{words.t('list.groupNot')}</option>
        {offered.map(({ column, grouping }) => (
          <option key={keyOf(grouping)} value={keyOf(grouping)}>
            {groupingTitle(words, column, grouping)}
          </option>
        ))}
      </select>
    </label>
  )
}
