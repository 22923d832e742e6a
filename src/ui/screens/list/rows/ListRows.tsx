// The rows of a list: a table, cards in a narrow window, or the reason why there are none.
import { useCallback, useEffect } from 'react'
import { usualSort, type Screen } from '../../../../manifest/model/screen'
import type { Text } from '../../../../manifest/model/text'
import type { ListState } from '../../../../client/navigation/urlState'
import type { RecordData } from '../../../../protocol/calls'
import { useTranslator } from '../../../../client/context/clientContext'
import { useInFront } from '../../../../client/navigation/useInFront'
import { DataTable } from '../../../table/DataTable'
import { RecordCards } from '../../../table/cards/RecordCards'
import { FeedRows } from './FeedRows'
import { GalleryCards } from './GalleryCards'
import { ListEmpty, ListFailed } from '../ListEmpty'
import { ListFooter } from '../ListFooter'
import { createAction } from '../../../actions/availableActions'
import type { BatchTransition } from '../../../actions/batchTransitions'
import { sumsOf } from '../../../table/columnSums'
import { useNarrow } from '../../../controls/hooks/useMedia'
import type { ListDisplay } from '../../common/ViewSwitch'
import { isQueueNumber } from '../../../../client/navigation/drillDown'
import { pagedCount } from '../data/groupHeads'
import { matchOf } from '../../common/listRequest'
import { unfiltered } from '../views/useListViews'
import type { ListBasis, ListTable } from '../data/useListTable'
import type { ListGroups } from '../data/useListGroups'
import type { SelectedRecord } from '../data/useSelection'
import type { WorkThrough } from '../data/useWorkThrough'

/** The parts of a list. */
export interface ListParts extends ListBasis {
  readonly display: ListDisplay
  readonly table: ListTable
  readonly marked: SelectedRecord
  readonly work: WorkThrough
  /** Transitions that can run on several records at once. */
  readonly batchable: readonly BatchTransition[]
  /** Whether any action runs on several records at once. */
  readonly isSelectable: boolean
  readonly groups: ListGroups
}

/** Draws the chosen display, and cards instead of a table below 640 pixels. */
export function ListRows(parts: ListParts) {
  const { data, address, columns, display } = parts
  const narrow = useNarrow(640)
  if (data.error) return <ListFailed error={data.error} onRetry={data.refresh} />
  const cut = (
    <>
      {data.cut && <WordsCut columns={data.cut} />}
      {data.moreGroups && <MoreGroups count={data.groups?.length ?? 0} />}
    </>
  )
  // Of folded groups the heads remain.
  if (data.rows?.length === 0 && !data.busy && !parts.groups.heads?.length)
    return (
      <>
        {cut}
        <NoRows {...parts} />
      </>
    )
  return (
    <>
      {cut}
      {display === 'gallery' && data.rows ? (
        <GalleryCards {...parts} rows={data.rows} />
      ) : display === 'feed' && data.rows ? (
        <FeedRows {...parts} rows={data.rows} />
      ) : narrow && data.rows ? (
        <Cards {...parts} rows={data.rows} />
      ) : (
        <Table {...parts} />
      )}
      <ListFooter
        data={data}
        page={address.state.page}
        size={columns.size}
        narrow={narrow}
        onPage={(page, size) => {
          if (size !== columns.size) columns.keepSize(size)
          address.set({ page })
        }}
      />
    </>
  )
}

function WordsCut({ columns }: { columns: readonly Text[] }) {
  const { t, pick } = useTranslator()
  return (
    <p className="list-cut" role="status">
      {t('list.wordsCut', { names: columns.map(pick).join(t('list.wordsBetween')) })}
    </p>
  )
}

function MoreGroups({ count }: { count: number }) {
  const { t } = useTranslator()
  return (
    <p className="list-cut" role="status">
      {t('list.groupsMore', { count })}
    </p>
  )
}

function NoRows({ answer: { screen }, address: { state, set }, columns, data, dialogs }: ListParts) {
  const { pick } = useTranslator()
  // The last record of the last page may have left the list, or the address is outdated.
  const lastPage = data.total ? Math.min(state.page - 1, Math.max(1, Math.ceil(pagedCount(data) / columns.size))) : 0
  const isInFront = useInFront()
  useEffect(() => {
    if (lastPage > 0 && isInFront()) set({ page: lastPage }, { replace: true })
  }, [isInFront, lastPage, set])
  if (lastPage > 0) return null
  const { screen: _path, words: searchText, ...beside } = matchOf(screen, state)
  const hasOthers = Object.keys(beside).length > 0
  const create = createAction(screen)
  const order = { sorts: state.sorts, group: state.group }
  const run = () => create && dialogs.setPendingAction({ action: create, entityName: screen.entity ?? '' })
  return (
    <ListEmpty
      narrowed={hasOthers || searchText !== undefined}
      onClear={() => set({ ...unfiltered, ...order })}
      everywhere={
        hasOthers && searchText !== undefined
          ? { words: searchText, run: () => set({ ...unfiltered, ...order, words: searchText }) }
          : undefined
      }
      create={create && { title: pick(create.title), run }}
    />
  )
}

function Cards({
  answer,
  context,
  columns,
  data,
  table,
  marked,
  isSelectable,
  groups,
  rows,
}: ListParts & { rows: readonly RecordData[] }) {
  const { t, pick } = useTranslator()
  return (
    <RecordCards
      rows={rows}
      columns={table.columns}
      head={columns.opens}
      state={columns.shown.find((column) => column.field === 'state')?.field}
      actions={table.actions}
      acting={table.hasActions}
      selection={isSelectable ? marked.selection : undefined}
      busy={data.busy}
      label={pick(answer.screen.title)}
      groups={groups.heads}
      onFold={groups.fold}
      sums={sumsOf(columns.shown, data.sums, context, answer.screen.entity ?? '')}
      sumTitle={t(sumTitleOf(data))}
    />
  )
}

/** The sums are of all records, and marked so where not all of them are on the page. */
const sumTitleOf = ({ rows = [], total }: ListParts['data']) =>
  total && (total.more || total.count > rows.length) ? 'list.sumOfAll' : 'list.sum'

/** Whether the list is limited to the records that wait, by their tab or by a count of them. */
const isQueueShown = ({ path, queue }: Screen, { tab, drillDown }: ListState): boolean =>
  drillDown ? isQueueNumber(path, drillDown) : tab !== undefined && tab === queue?.tab

function Table({
  answer: { screen },
  context,
  address,
  columns,
  data,
  table,
  marked,
  isSelectable,
  groups,
}: ListParts) {
  const { t, pick } = useTranslator()
  const entity = screen.entity ?? ''
  const { state, set, record, open } = address
  const openRow = useCallback((row: RecordData) => open(entity, row.id), [open, entity])
  const usual = usualSort(screen, isQueueShown(screen, state))
  return (
    <DataTable
      label={pick(screen.title)}
      className={columns.density === 'compact' ? 'table-compact' : undefined}
      columns={table.columns}
      rows={data.rows}
      busy={data.busy}
      sorts={state.sorts ?? [usual]}
      onSort={(change) => set((present) => ({ sorts: change(present.sorts ?? [usual]) }))}
      onResize={columns.resize}
      selection={isSelectable ? marked.selection : undefined}
      sums={sumsOf(columns.shown, data.sums, context, entity)}
      sumTitle={t(sumTitleOf(data))}
      open={record?.entity === entity ? record.id : undefined}
      groups={groups.heads}
      onFold={groups.fold}
      menuOf={groups.menuOf}
      {...(context.canOpen(entity) && { onOpen: openRow })}
    />
  )
}
