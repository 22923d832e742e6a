// The records that refer to this one: a table per kind, newest first, with their actions.
import { Button } from 'antd'
import { useMemo, useState, type ComponentProps } from 'react'
import type { Action } from '../../../../manifest/model/column'
import type { Related } from '../../../../manifest/model/detail'
import type { RecordData } from '../../../../protocol/calls'
import { useSession, useTranslator } from '../../../../client/context/clientContext'
import { RecordTable } from '../../../table/cards/RecordTable'
import type { RenderContext } from '../../../values/renderContext'
import { textOfValue } from '../../../values/renderValue'
import { cellValue, ownColumns, valueAt, widestTexts, type OwnColumn } from '../../../table/columnSettings'
import { textScale } from '../../../values/textWidth'
import { actionsOf } from '../../../actions/availableActions'
import { actionsWidth, RowActions } from '../../../actions/RowActions'
import { RowMenu, type OpenMenu } from '../../../actions/RowMenu'
import { actionsKey, type TableColumn } from '../../../table/tableColumn'
import { openingColumn, tableColumns } from '../../../table/tableColumns'

interface RecordRelatedProps {
  readonly related: Related
  readonly rows: readonly RecordData[]
  readonly more: boolean
  readonly context: RenderContext
  readonly run: (action: Action, row: RecordData) => void
  /** Creating transitions that are permitted from the record. */
  readonly create: readonly Action[]
  readonly runCreate: (action: Action) => void
}

/** Draws the table of one kind, or a sentence for no records; a notice if there are more than the answer has. */
export function RecordRelated(props: RecordRelatedProps) {
  const { related, rows, more, context, create, runCreate } = props
  const { t, pick } = useTranslator()
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const table = useRelatedTable(props, setMenu)
  const above = create.length > 0 && (
    <div className="record-create">
      {create.map((action) => (
        <Button key={action.transition} onClick={() => runCreate(action)}>
          {pick(action.title)}
        </Button>
      ))}
    </div>
  )
  if (rows.length === 0)
    return (
      <>
        {above}
        <p className="record-none">{t('record.none')}</p>
      </>
    )
  return (
    <>
      {above}
      <RecordTable
        {...table}
        label={pick(related.title)}
        rows={rows}
        {...(context.openRecord &&
          context.canOpen(related.entity) && {
            onOpen: (row: RecordData) => context.openRecord?.(related.entity, row.id),
          })}
      />
      {more && <p className="record-more">{t('record.relatedMore', { count: rows.length })}</p>}
      <RowMenu menu={menu} close={() => setMenu(null)} />
    </>
  )
}

type RelatedTable = Pick<ComponentProps<typeof RecordTable>, 'columns' | 'head' | 'actions' | 'acting'>

/** The columns of the related records, and one for their actions where a record offers any. */
function useRelatedTable(
  { related, rows, context, run }: RecordRelatedProps,
  openMenu: (menu: OpenMenu) => void,
): RelatedTable {
  const { t } = useTranslator()
  const { entity } = related
  const scale = textScale[useSession((state) => state.size)]
  return useMemo(() => {
    const shownColumns = besideName(ownColumns(related.columns)).map((column) => ({ ...column, sortable: false }))
    const widest = widestTexts(
      shownColumns,
      rows.length,
      (column, row) => textOfValue(column, cellValue(column, valueAt(rows[row]!, column.field)), context, entity),
      new Map(),
    )
    const head = openingColumn(shownColumns, context.entities[entity]) ?? shownColumns[0]?.field
    const columns = tableColumns(shownColumns, {
      context,
      entity,
      opens: head,
      scale,
      seen: widest,
      open: (row) => context.openRecord?.(entity, row.id),
    }).map((column) => ({ ...column, resizable: false }))
    const actions = rowActions(related, context)
    const acting = (row: RecordData) => actionsOf(row, actions, entity, context.entities).length > 0
    if (!rows.some(acting)) return { columns, head }
    const options = {
      entity,
      entities: context.entities,
      actions,
      run,
      openMenu,
      translator: context.translator,
    }
    const column: TableColumn<RecordData> = {
      key: actionsKey,
      title: t('list.operations'),
      width: Math.ceil(actionsWidth(rows, options) * scale),
      pin: 'right',
      render: (row) => <RowActions row={row} options={options} />,
    }
    return { columns: [...columns, column], head, actions: actionsKey, acting }
  }, [related, entity, context, rows, run, openMenu, scale, t])
}

/** The state follows the name: behind the other columns the actions, which stay in sight, would cover it. */
function besideName([name, ...others]: readonly OwnColumn[]): readonly OwnColumn[] {
  const states = others.filter(({ field }) => field === 'state')
  return [...(name ? [name] : []), ...states, ...others.filter((column) => !states.includes(column))]
}

/** The transitions of the detail view that change a record. */
function rowActions({ entity, actions }: Related, context: RenderContext): Action[] {
  return actions.flatMap((transition): Action[] => {
    const declared = context.entities[entity]?.transitions[transition]
    if (!declared || declared.creates) return []
    return [{ entity, transition, title: declared.title, place: 'row', values: {}, primary: false }]
  })
}
