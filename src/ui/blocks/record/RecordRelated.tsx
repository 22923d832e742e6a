// Which records refer to this one? A table of each kind, newest first as the server gives them, with what may be done to each.
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import type { Action, Related } from '../../../manifest/app'
import type { RecordData } from '../../../protocol/calls'
import { useSession, useWords } from '../../../runtime/runtime'
import { DataTable } from '../../table/DataTable'
import type { Scene } from '../../values/scene'
import { textOfValue } from '../../values/value'
import { cellValue, ownColumns, textScale, valueAt, widestTexts } from '../list/listColumns'
import { actionsOf, isDanger } from '../list/rowActions'
import { actionsWidth, RowActions } from '../list/RowActions'
import { RowMenu, type OpenMenu } from '../list/RowMenu'
import { openingColumn, tableColumns } from '../list/tableColumns'

interface RecordRelatedProps {
  readonly related: Related
  readonly rows: readonly RecordData[]
  readonly more: boolean
  readonly scene: Scene
  readonly run: (action: Action, row: RecordData) => void
  /** Creating transitions that are possible from the record. */
  readonly create: readonly Action[]
  readonly runCreate: (action: Action) => void
}

export function RecordRelated({ related, rows, more, scene, run, create, runCreate }: RecordRelatedProps) {
  const { t, pick } = useWords()
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const { entity } = related
  const scale = textScale[useSession((state) => state.size)]
  const columns = useMemo(() => {
    const actions = related.actions.flatMap((transition): Action[] => {
      const found = scene.entities[entity]?.transitions[transition]
      return found && !found.creates
        ? [{ entity, transition, title: found.title, place: 'row', fill: {}, primary: false }]
        : []
    })
    const own = ownColumns(related.columns).map((column) => ({ ...column, sortable: false }))
    const seen = widestTexts(
      own,
      rows.length,
      (column, row) => textOfValue(column, cellValue(column, valueAt(rows[row]!, column.field)), scene, entity),
      new Map(),
    )
    const made = tableColumns(own, {
      scene,
      entity,
      opens: openingColumn(own, scene.entities[entity]) ?? own[0]?.field,
      scale,
      seen,
      open: (row) => scene.openRecord?.(entity, row.id),
    }).map((column) => ({ ...column, resizable: false }))
    if (actions.length === 0 || !rows.some((row) => actionsOf(row, actions, entity, scene.entities).length > 0))
      return made
    const facts = {
      actionsOf: (row: RecordData) => actionsOf(row, actions, entity, scene.entities),
      danger: (action: Action) => isDanger(action, scene.entities),
      run,
      openMenu: setMenu,
      words: scene.words,
    }
    return [
      ...made,
      {
        key: ' actions',
        title: t('list.operations'),
        width: Math.ceil(actionsWidth(rows, facts) * scale),
        pin: 'right' as const,
        render: (row: RecordData) => <RowActions row={row} facts={facts} />,
      },
    ]
  }, [related, entity, scene, rows, run, scale, t])
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
      <DataTable<RecordData>
        label={pick(related.title)}
        columns={columns}
        rows={rows}
        onOpen={scene.openRecord && ((row) => scene.openRecord?.(entity, row.id))}
      />
      {more && <p className="record-more">{t('record.relatedMore', { count: rows.length })}</p>}
      <RowMenu menu={menu} close={() => setMenu(null)} />
    </>
  )
}
