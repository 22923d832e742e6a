// Leaves out of a screen what is not for the caller, before anything of it is read or drawn.
// Blocks and figures keep their places, because they are counted by them.
import { canOpen, canRead, canRunAction, hasWork } from '../../../manifest/access/permissions'
import { screenAt } from '../../../manifest/access/screenByPath'
import { entityOf } from '../../../manifest/model/app'
import type { Audience } from '../../../manifest/model/access'
import type { Block, ChecklistStep, Figure } from '../../../manifest/model/block'
import type { Report } from '../../../manifest/model/report'
import type { Screen } from '../../../manifest/model/screen'
import { isFor, isShownNow, type Viewer } from '../../context/callerRules'

/** The screen as far as it is for the caller; field rights and transitions are checked where they are used. */
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

/** The report without the measures that are not for the caller, and without the charts and the order of these. */
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
  // What a call changes may hide its form and show another: its condition is read with the data of the block.
  const { visibleWhen, ...always } = block
  const audience = block.kind === 'call' ? always : block
  if (!isFor(viewer, audience) || !hasWork(app, caller, block)) return withheldBlock(block)
  const steps = block.steps.flatMap((step) => stepFor(viewer, step) ?? [])
  if (block.steps.length > 0 && steps.length === 0) return withheldBlock(block)
  const figures = block.figures.map((figure) => (isFor(viewer, figure) ? decided(figure) : withheldFigure(figure)))
  return { ...always, ...(block.kind === 'call' && visibleWhen && { visibleWhen }), figures, steps }
}

/** A step with the ways to do it that are open to the caller; undefined without any, or if it cannot be counted. */
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

/** The place of a block, without anything of it. */
export function withheldBlock({ kind, width }: Block): Block {
  const lists = { actions: [], figures: [], steps: [], forms: [], links: [] }
  const none = { ...lists, results: {}, values: {}, limit: 0, folded: false, previews: 0 }
  return { kind, width, withheld: true, ...none }
}

/** The name stays for figures that are computed from it; they are empty then. */
function withheldFigure({ name, type }: Figure): Figure {
  return { title: {}, type, withheld: true, ...(name !== undefined && { name }) }
}
