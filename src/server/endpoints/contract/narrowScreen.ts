// Removes from a screen the parts that are not for the caller, before anything is read or drawn.
// Blocks and figures keep their positions, which identify them.
import { canOpen, canRead, canRunAction, hasRunnableAction } from '../../../manifest/access/permissions'
import { screenAt } from '../../../manifest/access/screenByPath'
import { entityOf } from '../../../manifest/model/app'
import type { Audience } from '../../../manifest/model/access'
import type { Block, ChecklistStep, Figure } from '../../../manifest/model/block'
import type { Report } from '../../../manifest/model/report'
import type { Screen } from '../../../manifest/model/screen'
import { isFor, isShownNow, type Viewer } from '../../context/callerRules'

/** The screen without parts withheld from the caller; field rights and transitions are checked where they are used. */
export function narrowScreen(viewer: Viewer, screen: Screen): Screen {
  const columns = partsFor(viewer, screen.columns)
  const withheldColumns = screen.columns.filter((column) => !isFor(viewer, column)).map((column) => column.field)
  const { tabsBy, tabCodes, tabsAudience, ...listed } = screen
  return {
    ...listed,
    ...(isFor(viewer, tabsAudience ?? {}) && { ...(tabsBy && { tabsBy }), ...(tabCodes && { tabCodes }) }),
    columns,
    ...(withheldColumns.length > 0 && {
      withheldColumns,
      filters: screen.filters.filter(({ field }) => !withheldColumns.includes(field)),
    }),
    actions: partsFor(viewer, screen.actions),
    batchActions: partsFor(viewer, screen.batchActions),
    printActions: partsFor(viewer, screen.printActions),
    endpointActions: partsFor(viewer, screen.endpointActions),
    blocks: screen.blocks.map((block) => narrowBlock(viewer, block)),
    moreLists: screen.moreLists.filter((list) => isShownNow(viewer, list)),
    ...(screen.report && { report: narrowReport(viewer, screen.report) }),
  }
}

/** The report without the measures withheld from the caller, and without their charts and sort order. */
function narrowReport(viewer: Viewer, report: Report): Report {
  const measures = partsFor(viewer, report.measures)
  if (measures.length === report.measures.length) return { ...report, measures }
  const remaining = new Set([...measures.map(({ name }) => name), ...Object.keys(report.dimensions)])
  const { sort, ...rest } = report
  return {
    ...rest,
    measures,
    charts: report.charts
      .map((chart) => ({ ...chart, measures: chart.measures.filter((name) => remaining.has(name)) }))
      .filter((chart) => chart.measures.length > 0),
    ...(sort && remaining.has(sort.field) && { sort }),
  }
}

/** The parts for the caller, without the rules that decided so. */
export function partsFor<T extends Audience>(viewer: Viewer, parts: readonly T[]): T[] {
  return parts.filter((part) => isFor(viewer, part)).map(decided)
}

function decided<T extends Audience>(part: T): T {
  if (part.permissions === undefined && part.visibleWhen === undefined) return part
  const { permissions: _permissions, visibleWhen: _visibleWhen, ...rest } = part
  return rest as T
}

function narrowBlock(viewer: Viewer, block: Block): Block {
  const { app, caller } = viewer
  // A call may hide its own form and show another one, so its condition is read with the block's data.
  const { visibleWhen, ...always } = block
  const audience = block.kind === 'call' ? always : block
  if (!isFor(viewer, audience) || !hasRunnableAction(app, caller, block)) return withheldBlock(block)
  const steps = block.steps.flatMap((step) => stepFor(viewer, step) ?? [])
  if (block.steps.length > 0 && steps.length === 0) return withheldBlock(block)
  const figures = block.figures.map((figure) => (isFor(viewer, figure) ? decided(figure) : withheldFigure(figure)))
  if (block.kind === 'figures' && figures.every(({ withheld }) => withheld)) return withheldBlock(block)
  return { ...always, ...(block.kind === 'call' && visibleWhen && { visibleWhen }), figures, steps }
}

/** A step with the caller's ways to do it; undefined if there are none or it cannot be counted. */
function stepFor(viewer: Viewer, step: ChecklistStep): ChecklistStep | undefined {
  const { app, caller } = viewer
  const screen = screenAt(app, step.screen)
  if (!screen || !isFor(viewer, step) || !isShownNow(viewer, screen) || !canOpen(app, caller, screen)) return undefined
  if (!canRead(app, caller, entityOf(app, step.entity))) return undefined
  const runs = step.action !== undefined && canRunAction(app, caller, step.action)
  const imports = step.import && mayImport(viewer, screen)
  if ((step.action !== undefined || step.import) && !runs && !imports) return undefined
  const { action, ...rest } = decided(step)
  return { ...rest, import: imports, ...(runs && action && { action }) }
}

const mayImport = ({ app, caller }: Viewer, { entity, exchange }: Screen): boolean =>
  entity !== undefined &&
  exchange?.create !== undefined &&
  canRunAction(app, caller, { entity, transition: exchange.create })

/** An empty placeholder for a block. */
export function withheldBlock({ kind, width }: Block): Block {
  const lists = { actions: [], figures: [], steps: [], forms: [], links: [] }
  const none = { ...lists, results: {}, values: {}, limit: 0, folded: false, previews: 0 }
  return { kind, width, withheld: true, ...none }
}

/** Keeps the name for figures computed from it, which are then empty. */
function withheldFigure({ name, type }: Figure): Figure {
  return { title: {}, type, withheld: true, ...(name !== undefined && { name }) }
}
