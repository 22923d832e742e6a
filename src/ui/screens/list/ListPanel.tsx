// The panel of a list: tabs, search and batch actions above the rows.
import { useMemo } from 'react'
import type { ScreenAnswer } from '../../../protocol/screenCalls'
import { SearchForm } from '../../filters/SearchForm'
import { optionsOf } from '../../values/renderContext'
import { ConditionTags } from './toolbar/conditions/ConditionTags'
import { DrillDownBanner } from './banners/DrillDownBanner'
import { ListRows, type ListParts } from './rows/ListRows'
import { useRowKeys } from './rows/useRowKeys'
import { SelectionBar } from './SelectionBar'
import { StateTabs } from './StateTabs'

export function ListPanel(parts: ListParts) {
  const { answer, address, data, marked, dialogs, batch, documents, work } = parts
  const { screen, entities } = answer
  const { state, set } = address
  const entityName = screen.entity ?? ''
  const here = useMemo(() => new Set(data.rows?.map((row) => row.id)), [data.rows])
  const { panel, spoken } = useRowKeys(parts)
  return (
    <div className="list-panel" ref={panel}>
      {state.drillDown && (
        <DrillDownBanner
          drillDown={state.drillDown}
          said={data.drillDown}
          onClear={() => set({ drillDown: undefined, tab: undefined })}
        />
      )}
      {screen.tabsBy && (
        <StateTabs
          options={tabOptions(answer, data.tabs, state.drillDown !== undefined)}
          counts={data.tabs}
          active={state.tab}
          onChange={(tab) => set({ tab })}
        />
      )}
      <SearchForm
        columns={screen.filters}
        filters={state.filters}
        onChange={(filters) => set({ filters })}
        manifests={answer}
        screen={screen.path}
        entity={screen.entity}
      />
      {state.conditions && (
        <ConditionTags
          entity={entities[entityName]}
          manifests={answer}
          conditions={state.conditions}
          onChange={(conditions) => set({ conditions })}
        />
      )}
      <SelectionBar
        records={marked.records}
        here={here}
        batch={batch}
        documents={documents}
        entity={entities[entityName]}
        onClear={marked.clear}
        onWorkThrough={work.begin}
        onRun={(transition, records) =>
          dialogs.setDoing({ action: { entity: entityName, transition, values: {} }, records, entityName })
        }
      />
      <ListRows {...parts} />
      <span className="list-spoken" role="status">
        {spoken}
      </span>
    </div>
  )
}

/**
 * The values of the tabs field, without those that no record of this screen can have or, in a drill-down, that have
 * none.
 */
function tabOptions(
  { screen, ...manifests }: ScreenAnswer,
  counts: Readonly<Record<string, number>> | undefined,
  isDrillDown: boolean,
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
