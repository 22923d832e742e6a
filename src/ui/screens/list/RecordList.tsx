// A list of records: content from the manifest, state from the address, layout from preferences.
import { Button } from 'antd'
import { useCallback, useMemo } from 'react'
import type { Screen } from '../../../manifest/model/screen'
import type { RecordData } from '../../../protocol/calls'
import type { ScreenAnswer } from '../../../protocol/screenCalls'
import type { ListState } from '../../../client/navigation/urlState'
import { useTabSubject } from '../../../client/navigation/useTabSubject'
import { useTranslator } from '../../../client/context/clientContext'
import { LoadingLines } from '../../controls/Loading'
import { useRenderContext } from '../../values/renderContext'
import './list.css'
import './rows/narrow.css'
import { useListDisplay, type ListDisplay } from '../common/ViewSwitch'
import { FilterButton } from './toolbar/conditions/FilterButton'
import { DensitySelect } from './toolbar/DensitySelect'
import { GroupSelect } from './toolbar/GroupSelect'
import { ListToolbar } from './toolbar/ListToolbar'
import { EndpointButtons } from './toolbar/EndpointButtons'
import { BlocksAbove } from './banners/BlocksAbove'
import { ListPanel, tabOptions } from './ListPanel'
import type { ListParts } from './rows/ListRows'
import { OpenDialogs } from './OpenDialogs'
import { opensForm } from '../../actions/opensForm'
import { createAction } from '../../actions/availableActions'
import { batchTransitions } from '../../actions/batchTransitions'
import { shownEntities } from '../../rules/entitiesShown'
import { ViewChips } from './views/ViewChips'
import { useDefaultView, useListViews, useSavedViews, useViewChoice, type ListViews } from './views/useListViews'
import { useOpeningTab } from './views/useOpeningTab'
import { useActionFromAddress } from './data/useActionFromAddress'
import { useListAddress, type ListAddress } from './data/useListAddress'
import { useListColumns, type ListColumns } from './data/useListColumns'
import { useListData } from './data/useListData'
import { useListDialogs } from './data/useListDialogs'
import { useListDocuments } from './data/useListDocuments'
import { groupingsOf, useListGroups } from './data/useListGroups'
import { useListTable } from './data/useListTable'
import { useSelection } from './data/useSelection'
import { useWorkThrough } from './data/useWorkThrough'

/** `of`: the surrounding screen with title and blocks. */
interface RecordListProps {
  readonly answer: ScreenAnswer
  readonly of: ScreenAnswer
}

export function RecordList(props: RecordListProps) {
  const isViewChosen = !useDefaultView(props.answer.screen)
  const isTabChosen = !useOpeningTab(props.answer, isViewChosen)
  if (!isViewChosen) return null
  return isTabChosen ? <OpenList {...props} /> : <LoadingLines rows={10} />
}

function OpenList({ answer, of }: RecordListProps) {
  const { screen, entities } = answer
  const entityName = screen.entity ?? ''
  const labels = useSelectionLabels()
  const address = useListAddress(screen)
  const { state } = address
  const { display } = useListDisplay(screen)
  const dialogs = useListDialogs(entityName)
  useActionFromAddress(screen, dialogs.setPendingAction)
  const context = useRenderContext(answer, address.open, dialogs.files.open)
  const { choice, views } = useOpenViews(screen, address)
  useTabSubject('view', useListSubject(answer, state, views))
  const columns = useListColumns(answer, choice, context.canOpen(entityName))
  const concerned = useMemo(() => shownEntities(answer), [answer])
  const shownState = useGroupedState(state, display, columns)
  const fields = fieldsRead(screen, display, columns.fields)
  const data = useListData(screen, shownState, { ...columns, fields }, concerned)
  const marked = useSelection(
    JSON.stringify([state.filters, state.conditions, state.words, state.tab, state.drillDown]),
    data.rows,
    labels,
  )
  const work = useWorkThrough(entityName, address, data, marked.records)
  const documents = useListDocuments(answer)
  const basis = {
    answer,
    context,
    address: { ...address, state: shownState },
    columns,
    data,
    dialogs,
    documents,
  }
  const table = useListTable(basis)
  const groups = useListGroups(basis)
  const batchable = useMemo(() => batchTransitions(entities[entityName], screen), [entities, entityName, screen])
  const isSelectable = batchable.length > 0 || documents.all.length > 0
  const parts: ListParts = { ...basis, display, table, groups, marked, work, batchable, isSelectable }
  return (
    <div className="list">
      <ListHead {...parts} of={of} views={views} concerned={concerned} />
      <ListPanel {...parts} />
      <OpenDialogs {...parts} />
    </div>
  )
}

/** What is listed: a saved view, else a search, else the records of a tab. */
function useListSubject(
  answer: ScreenAnswer,
  { words: searchText, tab }: ListState,
  { active }: ListViews,
): string | undefined {
  const { t, pick } = useTranslator()
  if (active) return active.title
  if (searchText) return t('list.subjectWords', { words: searchText })
  const option = tab === undefined ? undefined : tabOptions(answer).find(({ code }) => code === tab)
  return option && pick(option.title)
}

function useSelectionLabels() {
  const { t } = useTranslator()
  const labelOf = useCallback((row: RecordData) => t('list.selectRow', { label: row.label }), [t])
  return { all: t('list.selectAll'), labelOf }
}

function useOpenViews(screen: Screen, address: ListAddress) {
  const saved = useSavedViews(screen)
  const choice = useViewChoice(
    screen,
    saved.find(({ id }) => id === address.state.view),
  )
  return { choice, views: useListViews(screen, address, saved, choice) }
}

interface ListHeadProps extends ListParts {
  readonly of: ScreenAnswer
  readonly views: ListViews
  /** The entities whose changes affect the list. */
  readonly concerned: readonly string[]
}

/** The bar of the list, its saved views, and the blocks of the screen. */
function ListHead({ of, views, concerned, ...parts }: ListHeadProps) {
  const { answer, context, address, columns, data, display } = parts
  const { screen, entities } = answer
  return (
    <>
      <ListToolbar
        screen={screen}
        of={of}
        entities={entities}
        data={data}
        state={address.state}
        onWords={(searchText) => address.set({ words: searchText })}
        filter={<FilterButton answer={answer} context={context} address={address} />}
        columns={columns}
        shape={
          display === 'list' && (
            <>
              <GroupSelect columns={columns.all} address={address} />
              <DensitySelect columns={columns} />
            </>
          )
        }
        views={views}
        actions={<ListActions {...parts} />}
      />
      <ViewChips screen={screen} views={views} entities={concerned} />
      {of.screen.blocks.length > 0 && <BlocksAbove screen={of} />}
    </>
  )
}

/** Without a grouping that this list or its present display cannot show. */
function useGroupedState(state: ListState, display: ListDisplay, { all }: ListColumns): ListState {
  const { group } = state
  const column = all.find(({ field }) => field === group?.field)
  const isGrouped = display === 'list' && column !== undefined && groupingsOf(column).some(({ by }) => by === group?.by)
  return useMemo(() => (group && !isGrouped ? { ...state, group: undefined } : state), [state, group, isGrouped])
}

/** The fields that the list reads: those of its columns, and of its cards in a gallery or feed. */
function fieldsRead(screen: Screen, display: ListDisplay, fields: readonly string[]): readonly string[] {
  const gallery = display === 'gallery' ? screen.gallery : undefined
  const feed = display === 'feed' ? screen.feed : undefined
  return [
    ...new Set([
      ...fields,
      ...(gallery ? [gallery.imageField, ...gallery.cardFields] : []),
      ...(feed ? [feed.dateField, feed.textField, ...feed.factFields] : []),
    ]),
  ]
}

/** Actions without a record: endpoint calls of the screen, and creating transitions. */
function ListActions({ answer, address, dialogs }: ListParts) {
  const { pick } = useTranslator()
  const { screen } = answer
  const create = createAction(screen)
  return (
    <>
      <EndpointButtons answer={answer} tab={address.state.tab} />
      {screen.actions
        .filter((action) => action.place === 'toolbar')
        .map((action) => (
          <Button
            {...opensForm}
            key={`${action.entity}.${action.transition}`}
            type={action === create ? 'primary' : 'default'}
            onClick={() => dialogs.setPendingAction({ action, entityName: screen.entity ?? '' })}
          >
            {pick(action.title)}
          </Button>
        ))}
    </>
  )
}
