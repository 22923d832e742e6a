// A list of records: content from the manifest, state from the address, layout from preferences.
import { Button } from 'antd'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import type { Screen } from '../../../manifest/model/screen'
import type { RecordData } from '../../../protocol/calls'
import type { ScreenAnswer } from '../../../protocol/screenCalls'
import { useTranslator } from '../../../client/context/clientContext'
import { useRenderContext } from '../../values/renderContext'
import './list.css'
import './banners/banners.css'
import './rows/cards.css'
import { useListDisplay } from '../common/ViewSwitch'
import { FilterButton } from './toolbar/conditions/FilterButton'
import { ListToolbar } from './toolbar/ListToolbar'
import { EndpointButtons } from './toolbar/EndpointButtons'
import { ListPanel } from './ListPanel'
import type { ListParts } from './rows/ListRows'
import { OpenDialogs } from './OpenDialogs'
import { opensForm } from '../../actions/opensForm'
import { createAction } from '../../actions/availableActions'
import { shownEntities } from '../../rules/entitiesShown'
import { ViewChips } from './views/ViewChips'
import { useDefaultView, useListViews, useSavedViews, useViewChoice } from './views/useListViews'
import { useActionFromAddress } from './data/useActionFromAddress'
import { useListAddress } from './data/useListAddress'
import { useListColumns } from './data/useListColumns'
import { useListData } from './data/useListData'
import { useListDialogs } from './data/useListDialogs'
import { useListDocuments } from './data/useListDocuments'
import { useListTable } from './data/useListTable'
import { useSelection } from './data/useSelection'
import { useWorkThrough } from './data/useWorkThrough'

const ScreenBlocks = lazy(() => import('../dashboard/ScreenBlocks'))

/** `of`: the surrounding screen with title and blocks. */
interface RecordListProps {
  readonly answer: ScreenAnswer
  readonly of: ScreenAnswer
}

export function RecordList(props: RecordListProps) {
  return useDefaultView(props.answer.screen) ? null : <OpenList {...props} />
}

function OpenList({ answer, of }: RecordListProps) {
  const { screen, entities } = answer
  const entityName = screen.entity ?? ''
  const labels = useSelectionLabels()
  const address = useListAddress(screen)
  const { state } = address
  const dialogs = useListDialogs(entityName)
  useActionFromAddress(screen, dialogs.setDoing)
  const context = useRenderContext(answer, address.open, dialogs.files.open)
  const views = useSavedViews(screen)
  const choice = useViewChoice(
    screen,
    views.find(({ id }) => id === state.view),
  )
  const listViews = useListViews(screen, address, views, choice)
  const columns = useListColumns(answer, choice, context.canOpen(entityName))
  const concerned = useMemo(() => shownEntities(answer), [answer])
  const fields = useReadFields(screen, columns.fields)
  const data = useListData(screen, state, { ...columns, fields }, concerned)
  const marked = useSelection(
    JSON.stringify([state.filters, state.conditions, state.words, state.tab, state.drillDown]),
    data.rows,
    labels,
  )
  const work = useWorkThrough(entityName, address, data.rows, marked.records)
  const documents = useListDocuments(answer)
  const basis = { answer, scene: context, address, columns, data, dialogs, documents }
  const table = useListTable(basis)
  const batch = screen.batchActions
    .map(({ transition }) => transition)
    .filter((name) => entities[entityName]?.transitions[name])
  const isSelectable = batch.length > 0 || documents.all.length > 0
  const parts: ListParts = { ...basis, table, marked, work, batch, isSelectable }
  return (
    <div className="list">
      <ListToolbar
        screen={screen}
        of={of}
        entities={entities}
        data={data}
        state={state}
        onWords={(words) => address.set({ words })}
        filter={<FilterButton answer={answer} scene={context} address={address} />}
        columns={columns}
        views={listViews}
        actions={<ListActions {...parts} />}
      />
      <ViewChips screen={screen} views={listViews} entities={concerned} />
      {of.screen.blocks.length > 0 && (
        <div className="list-blocks">
          <Suspense fallback={<div data-waiting="" />}>
            <ScreenBlocks screen={of} />
          </Suspense>
        </div>
      )}
      <ListPanel {...parts} />
      <OpenDialogs {...parts} />
    </div>
  )
}

function useSelectionLabels() {
  const { t } = useTranslator()
  const labelOf = useCallback((row: RecordData) => t('list.selectRow', { label: row.label }), [t])
  return { all: t('list.selectAll'), labelOf }
}

/** The fields that the list reads: those of its columns, and of its cards in a gallery or feed. */
function useReadFields(screen: Screen, fields: readonly string[]): readonly string[] {
  const { display } = useListDisplay(screen)
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
            onClick={() => dialogs.setDoing({ action, entityName: screen.entity ?? '' })}
          >
            {pick(action.title)}
          </Button>
        ))}
    </>
  )
}
