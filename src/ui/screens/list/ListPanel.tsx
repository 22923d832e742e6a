// The panel of a list: tabs, search and batch actions above the rows.
import type { ScreenAnswer } from '../../../protocol/screenCalls'
import spokenStyles from '../../controls/spoken.module.css'
import { useNarrow } from '../../controls/hooks/useMedia'
import { SearchForm } from '../../filters/SearchForm'
import { optionsOf } from '../../values/renderContext'
import { ConditionTags } from './toolbar/conditions/ConditionTags'
import { DrillDownBanner } from './banners/DrillDownBanner'
import { ListRows, type ListParts } from './rows/ListRows'
import { useSelectFound } from './data/useSelectFound'
import { standardView } from '../common/savedViews'
import { useRowKeys } from './rows/useRowKeys'
import { SelectionBar } from './SelectionBar'
import { StateTabs } from './StateTabs'

export function ListPanel(parts: ListParts) {
  const { answer, address, columns, data, marked, dialogs, batchable, documents, work } = parts
  const { screen } = answer
  const { state, set } = address
  const entityName = screen.entity ?? ''
  const everything = useSelectFound(data, columns, marked)
  const { panel, spoken } = useRowKeys(parts)
  return (
    <div className="list-panel" ref={panel}>
      {state.drillDown && (
        <DrillDownBanner
          drillDown={state.drillDown}
          answer={data.drillDown}
          listed={reachedBehind(parts)}
          onClear={() => set({ drillDown: undefined, tab: undefined })}
        />
      )}
      <Tabs {...parts} />
      <SearchForm
        columns={screen.filters}
        filters={state.filters}
        onChange={(filters) => set({ filters })}
        manifests={answer}
        screen={screen.path}
        entity={screen.entity}
      />
      <Conditions {...parts} />
      <ListRows {...parts} />
      <SelectionBar
        records={marked.records}
        rows={data.rows}
        onPage={useSelectPage(parts)}
        everything={everything}
        batchable={batchable}
        documents={documents}
        entity={entityName}
        openMenu={dialogs.setMenu}
        onClear={marked.clear}
        onWorkThrough={work.begin}
        onRun={(transition, records) =>
          dialogs.setPendingAction({
            action: { entity: entityName, transition, values: {} },
            records,
            columns: screen.columns,
            entityName,
          })
        }
      />
      <span className={spokenStyles.only} role="status">
        {spoken}
      </span>
    </div>
  )
}

/** How many records the whole list behind a number has; undefined while its conditions or tab narrow it. */
function reachedBehind({ address: { state }, data: { total, busy } }: ListParts): number | undefined {
  const { filters, conditions, words, tab } = state
  const isNarrowed = filters.length > 0 || conditions || words || tab !== undefined
  return !total || total.more || busy || isNarrowed ? undefined : total.count
}

/** Selects all rows of the page where no head of a table does; undefined: they are selected. */
function useSelectPage({ data: { rows }, display, marked: { selection } }: ListParts): (() => void) | undefined {
  const isHeadless = useNarrow(640) || display !== 'list'
  return isHeadless && rows?.some((row) => !selection.has(row))
    ? () => selection.toggleAll(rows, { on: true })
    : undefined
}

/** All is kept in the address where the list would open on the tab of its queue again. */
function Tabs({ answer, address: { state, set }, data }: ListParts) {
  const { tabsBy, queue } = answer.screen
  if (!tabsBy) return null
  const choose = (tab: string | undefined) =>
    set({ tab, ...(tab === undefined && queue?.tab && { view: state.view ?? standardView }) })
  return (
    <StateTabs
      options={tabOptions(answer, data.tabs, state.drillDown !== undefined)}
      counts={data.tabs}
      active={state.tab}
      onChange={choose}
    />
  )
}

function Conditions({ answer, context, address: { state, set } }: ListParts) {
  const entity = answer.entities[answer.screen.entity ?? '']
  if (!state.conditions || !entity) return null
  return (
    <ConditionTags
      entity={entity}
      manifests={answer}
      canOpen={context.canOpen}
      screen={answer.screen.path}
      conditions={state.conditions}
      onChange={(conditions) => set({ conditions })}
    />
  )
}

/** The values of the tabs field, without those impossible on this screen or, in a drill-down, empty ones. */
export function tabOptions(
  { screen, ...manifests }: ScreenAnswer,
  counts?: Readonly<Record<string, number>>,
  isDrillDown = false,
) {
  const column =
    screen.columns.find(({ field }) => field === screen.tabsBy) ??
    screen.filters.find(({ field }) => field === screen.tabsBy)
  const field = screen.entity === undefined ? undefined : manifests.entities[screen.entity]?.fields[screen.tabsBy ?? '']
  const options = optionsOf(
    manifests,
    { field: screen.tabsBy ?? '', dictionary: column?.dictionary ?? field?.dictionary },
    screen.entity,
  )
  if (isDrillDown) return options.filter(({ code }) => (counts?.[code] ?? 0) > 0)
  if (screen.tabCodes)
    return options.filter(
      ({ code, retired }) => screen.tabCodes!.includes(code) && (!retired || (counts?.[code] ?? 0) > 0),
    )
  if (screen.tabsBy === 'state' && screen.states) return options.filter(({ code }) => screen.states!.includes(code))
  return options.filter(({ code, retired }) => !retired || (counts?.[code] ?? 0) > 0)
}
