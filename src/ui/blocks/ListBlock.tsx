// How does a list of records look and behave? Search, tabs, table, pages, actions, and the record beside it: everything from the screen's manifest,
// everything that is chosen in the address, and what a person arranged for herself kept for her.
import { Button, Skeleton } from 'antd'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import type { Action } from '../../manifest/app'
import type { RecordData, ScreenAnswer } from '../../protocol/calls'
import { readListState, useOpenRecord, useViewQuery, writeListState, type ListState } from '../../runtime/location'
import { usePreference } from '../../runtime/preferences'
import { useScreen } from '../../runtime/records'
import { useSession, useWords } from '../../runtime/runtime'
import { useViewPlace } from '../../runtime/unsaved'
import { SearchForm } from '../search/SearchForm'
import { DataTable } from '../table/DataTable'
import { useNarrow } from '../useNarrow'
import { useOpenFiles } from '../values/openFiles'
import { optionsOf, useScene } from '../values/scene'
import type { Doing } from './list/ActionHost'
import { BehindNote } from './list/BehindNote'
import './list/list.css'
import { ListBar } from './list/ListBar'
import { ListCalls } from './list/ListCalls'
import { ListCards } from './list/ListCards'
import {
  choiceName,
  choicesOf,
  inDisplayOrder,
  ownColumns,
  textScale,
  withPinnedName,
  type ListChoice,
  type OwnColumn,
} from './list/listColumns'
import { ListEmpty, ListFailed } from './list/ListEmpty'
import { ListFooter } from './list/ListFooter'
import { ReminderCard } from './list/ReminderCard'
import { actionsOf, isDanger } from './list/rowActions'
import { actionsWidth, RowActions } from './list/RowActions'
import { RowMenu, type OpenMenu } from './list/RowMenu'
import { SelectionBar } from './list/SelectionBar'
import { StateTabs } from './list/StateTabs'
import { openingColumn, tableColumns } from './list/tableColumns'
import { shownEntities } from './list/shownEntities'
import { useListData } from './list/useListData'
import { useShownList } from './list/ListSwitch'
import { useWidestTexts } from './list/useWidestTexts'
import { useOpening } from './list/useOpening'
import { useSelection } from './list/useSelection'
import { sumsOf } from './list/sums'

const ActionHost = lazy(() => import('./list/ActionHost'))
const FilesDialog = lazy(() => import('../values/FilesDialog'))
const ScreenBlocks = lazy(() => import('./dashboard/ScreenBlocks'))
const RecordDrawer = lazy(() => import('./RecordDrawer'))
const usualSize = 20

/** The list of the screen, or the further one that the address names. */
export default function ListBlock({ screen: answer }: { screen: ScreenAnswer }) {
  const path = useShownList(answer.screen)
  return path === answer.screen.path ? (
    <RecordList answer={answer} of={answer} />
  ) : (
    <FurtherList key={path} path={path} of={answer} />
  )
}

function FurtherList({ path, of }: { path: string; of: ScreenAnswer }) {
  const { data, error, refetch } = useScreen(path)
  if (data?.screen.path === path) return <RecordList answer={data} of={of} />
  return error ? (
    <ListFailed error={error} onRetry={() => void refetch()} />
  ) : (
    <div className="list">
      <Skeleton active paragraph={{ rows: 10 }} />
    </div>
  )
}

/** `of`: the screen around it, whose title and blocks stand above. */
function RecordList({ answer, of }: { answer: ScreenAnswer; of: ScreenAnswer }) {
  const { screen, entities } = answer
  const own = screen.entity ?? ''
  const words = useWords()
  const { t, pick } = words
  const { active } = useViewPlace()
  const narrow = useNarrow(640)
  const roomy = !useNarrow(1200)
  const [query, changeQuery] = useViewQuery()
  const [record, openRecord] = useOpenRecord()
  const [choice, keepChoice] = usePreference<ListChoice>(choiceName(screen.path))
  const [doing, setDoing] = useState<Doing | null>(null)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const files = useOpenFiles()
  const scale = textScale[useSession((state) => state.size)]
  useOpening(screen)

  const open = useCallback((entity: string, id: number) => openRecord({ entity, id }), [openRecord])
  const scene = useScene(answer, open, files.open)
  const columns = useMemo(() => {
    const mine = ownColumns(screen.columns, choice?.columns)
    return choice?.columns || !roomy ? mine : withPinnedName(mine, openingColumn(mine, entities[own]))
  }, [screen.columns, choice?.columns, entities, own, roomy])
  const searched = useMemo(
    () => [
      ...screen.search,
      ...screen.columns.filter((column) => !screen.search.some((other) => other.field === column.field)),
    ],
    [screen],
  )
  const text = query.toString()
  const state = useMemo(() => readListState(new URLSearchParams(text), searched), [text, searched])
  const size = choice?.size ?? usualSize
  const shownColumns = useMemo(() => inDisplayOrder(columns), [columns])
  const asked = useMemo(() => shownColumns.map((column) => column.field), [shownColumns])
  const data = useListData(
    screen,
    state,
    size,
    asked,
    useMemo(() => shownEntities(answer), [answer]),
  )
  const marked = useSelection(JSON.stringify([state.filters, state.words, state.tab, state.behind]), data.rows, {
    all: t('list.selectAll'),
    labelOf: useCallback((row: RecordData) => t('list.selectRow', { label: row.label }), [t]),
  })

  const set = useCallback(
    (part: Partial<ListState>) => {
      changeQuery(
        (params) => writeListState(params, { ...readListState(params, searched), page: 1, ...part }),
        part.page === undefined,
      )
    },
    [changeQuery, searched],
  )
  const keepColumns = useCallback(
    (next: readonly OwnColumn[]) => keepChoice({ ...choice, columns: choicesOf(next) }),
    [choice, keepChoice],
  )
  const resize = useCallback(
    (field: string, width: number | undefined) => {
      keepColumns(
        columns.map((column) => (column.field === field ? { ...column, width, resized: width !== undefined } : column)),
      )
    },
    [columns, keepColumns],
  )
  const run = useCallback(
    (action: Action, row: RecordData, of = own) => setDoing({ action, record: row, own: of }),
    [own],
  )

  const rowActions = useMemo(() => screen.actions.filter((action) => action.place === 'row'), [screen.actions])
  const above = screen.actions.filter((action) => action.place === 'above')
  const facts = useMemo(
    () => ({
      actionsOf: (row: RecordData) => actionsOf(row, rowActions, own, entities),
      danger: (action: Action) => isDanger(action, entities),
      run,
      openMenu: setMenu,
      words,
    }),
    [rowActions, own, entities, run, words],
  )
  const hasActions = useCallback((row: RecordData) => facts.actionsOf(row).length > 0, [facts])
  const opens = openingColumn(shownColumns, entities[own])
  const acting = data.rows ? data.rows.some((row) => facts.actionsOf(row).length > 0) : rowActions.length > 0
  const rowsWidth = useMemo(() => Math.ceil(actionsWidth(data.rows ?? [], facts) * scale), [data.rows, facts, scale])
  const seen = useWidestTexts(shownColumns, data, scene, own)
  const table = useMemo(() => {
    const made = tableColumns(shownColumns, {
      scene,
      entity: own,
      opens,
      seen,
      scale,
      open: (row) => open(own, row.id),
    })
    if (!acting) return made
    return [
      ...made,
      {
        key: ' actions',
        title: t('list.operations'),
        width: rowsWidth,
        pin: 'right' as const,
        render: (row: RecordData) => <RowActions row={row} facts={facts} />,
      },
    ]
  }, [shownColumns, scene, own, opens, seen, scale, open, acting, rowsWidth, facts, t])
  const here = useMemo(() => new Set(data.rows?.map((row) => row.id)), [data.rows])

  const narrowed =
    state.filters.length > 0 || state.words !== '' || state.tab !== undefined || state.behind !== undefined
  const create = above.find((action) => action.primary) ?? above[0]
  const openedRow = useCallback((row: RecordData) => open(own, row.id), [open, own])
  const batch = screen.batch.filter((name) => entities[own]?.transitions[name])
  const selection = batch.length > 0 ? marked.selection : undefined
  const none = data.rows?.length === 0 && !data.busy
  return (
    <div className="list">
      <ListBar
        screen={screen}
        of={of}
        entity={entities[own]}
        data={data}
        state={state}
        onWords={(next) => set({ words: next })}
        columns={columns}
        onColumns={keepColumns}
        onColumnsReset={() => keepChoice(choice?.size ? { size: choice.size } : null)}
        actions={
          <>
            <ListCalls answer={answer} tab={state.tab} />
            {above.map((action) => (
              <Button
                key={`${action.entity}.${action.transition}`}
                type={action === create ? 'primary' : 'default'}
                onClick={() => setDoing({ action, own })}
              >
                {pick(action.title)}
              </Button>
            ))}
          </>
        }
      />
      {of.screen.blocks.length > 0 && (
        <div className="list-blocks">
          <Suspense fallback={null}>
            <ScreenBlocks screen={of} />
          </Suspense>
        </div>
      )}
      {screen.reminder && <ReminderCard answer={answer} reminder={screen.reminder} scene={scene} run={run} />}
      <div className="list-panel">
        {state.behind && (
          <BehindNote
            behind={state.behind}
            title={data.behind}
            onClear={() => set({ behind: undefined, tab: undefined })}
          />
        )}
        {screen.tabs && (
          <StateTabs
            options={tabOptions(answer, data.tabs, state.behind !== undefined)}
            counts={data.tabs}
            active={state.tab}
            onChange={(tab) => set({ tab })}
          />
        )}
        <SearchForm
          columns={screen.search}
          filters={state.filters}
          onChange={(filters) => set({ filters })}
          manifests={answer}
          screen={screen.path}
          entity={screen.entity}
        />
        <SelectionBar
          records={marked.records}
          here={here}
          batch={batch}
          entity={entities[own]}
          onClear={marked.clear}
          onRun={(transition, records) => setDoing({ action: { entity: own, transition, fill: {} }, records, own })}
        />
        {data.error ? (
          <ListFailed error={data.error} onRetry={data.refresh} />
        ) : none ? (
          <ListEmpty
            narrowed={narrowed}
            onClear={() => set({ filters: [], words: '', tab: undefined, behind: undefined })}
            create={create && { title: pick(create.title), run: () => setDoing({ action: create, own }) }}
          />
        ) : narrow && data.rows ? (
          <ListCards
            rows={data.rows}
            columns={table}
            head={opens}
            state={shownColumns.find((column) => column.field === 'state')?.field}
            actions={acting ? ' actions' : undefined}
            acting={hasActions}
            selection={selection}
            busy={data.busy}
            label={pick(screen.title)}
          />
        ) : (
          <DataTable
            label={pick(screen.title)}
            columns={table}
            rows={data.rows}
            busy={data.busy}
            sort={state.sort ?? screen.sort}
            onSort={(sort) => set({ sort })}
            onResize={resize}
            selection={selection}
            sums={sumsOf(screen.columns, data.sums, scene, own)}
            sumTitle={t('list.sum')}
            open={record?.entity === own ? record.id : undefined}
            onOpen={openedRow}
          />
        )}
        {!data.error && !none && (
          <ListFooter
            data={data}
            page={state.page}
            size={size}
            narrow={narrow}
            onPage={(page, nextSize) => {
              if (nextSize !== size) keepChoice({ ...choice, size: nextSize })
              set({ page })
            }}
          />
        )}
      </div>
      <RowMenu menu={menu} close={() => setMenu(null)} />
      {doing && active && (
        <Suspense fallback={null}>
          <ActionHost
            doing={doing}
            answer={answer}
            onClose={(done) => {
              setDoing(null)
              if (done && doing.records) marked.clear()
            }}
          />
        </Suspense>
      )}
      {record && (
        <Suspense fallback={null}>
          <RecordDrawer record={record} open={openRecord} />
        </Suspense>
      )}
      {files.shown && (
        <Suspense fallback={null}>
          <FilesDialog {...files} />
        </Suspense>
      )}
    </div>
  )
}

/** The values of the tabs field; what no record of this screen can have is left out, and behind a number what none has. */
function tabOptions(
  { screen, ...manifests }: ScreenAnswer,
  counts: Readonly<Record<string, number>> | undefined,
  behind: boolean,
) {
  const column =
    screen.columns.find(({ field }) => field === screen.tabs) ??
    screen.search.find(({ field }) => field === screen.tabs)
  const field = screen.entity === undefined ? undefined : manifests.entities[screen.entity]?.fields[screen.tabs ?? '']
  const options = optionsOf(
    manifests,
    { field: screen.tabs ?? '', dictionary: column?.dictionary ?? field?.dictionary },
    screen.entity,
  )
  if (behind) return options.filter(({ code }) => (counts?.[code] ?? 0) > 0)
  if (screen.tabCodes)
    return options.filter(
      ({ code, retired }) => screen.tabCodes!.includes(code) && (!retired || (counts?.[code] ?? 0) > 0),
    )
  if (screen.tabs === 'state' && screen.states) return options.filter(({ code }) => screen.states!.includes(code))
  return options.filter(({ code, retired }) => !retired || (counts?.[code] ?? 0) > 0)
}
