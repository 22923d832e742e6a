// The blocks and charts of other screens that the caller may add to a dashboard.
// Their data is read with these screens and under their rights, so that a number has one definition.
import { canOpen, canRead } from '../../../manifest/access/permissions'
import { entityOf } from '../../../manifest/model/app'
import type { Block } from '../../../manifest/model/block'
import type { Report } from '../../../manifest/model/report'
import type { Screen } from '../../../manifest/model/screen'
import { reportCharts, type OfferedBlock } from '../../../protocol/screenCalls'
import { isShownNow, type Viewer } from '../../context/callerRules'
import { isReadable } from '../../query/policy/fieldAccess'
import { mayMeasure } from '../../query/report/statement'
import { narrowScreen } from '../contract/narrowScreen'

/** Built-in blocks, calls and frames belong to their screens. */
const offeredKinds: readonly string[] = ['figures', 'latest', 'reminder']

export function offeredBlocks(viewer: Viewer, dashboard: Screen): OfferedBlock[] {
  const { app, caller } = viewer
  return Object.values(app.screens)
    .filter((screen) => screen.path !== dashboard.path && isShownNow(viewer, screen) && canOpen(app, caller, screen))
    .flatMap((screen) => offersOf(viewer, narrowScreen(viewer, screen)))
}

function offersOf(viewer: Viewer, { path, title, blocks, report }: Screen): OfferedBlock[] {
  const offered = blocks.filter((block) => isOffered(viewer, block))
  return [
    ...offered.map((block) => ({ screen: path, block: block.name!, kind: block.kind, title: block.title ?? title })),
    ...(report && hasCharts(viewer, report) ? [{ screen: path, block: reportCharts, kind: reportCharts, title }] : []),
  ]
}

function isOffered({ app, caller }: Viewer, { name, kind, withheld, entity, figures }: Block): boolean {
  if (withheld || name === undefined || !offeredKinds.includes(kind)) return false
  if (entity !== undefined) return canRead(app, caller, entityOf(app, entity))
  return figures.some(({ aggregate }) => aggregate !== undefined && isReadable(app, aggregate, caller))
}

/** Whether a report's chart shows a measure that the caller may read with the initial dimensions. */
function hasCharts({ app, caller }: Viewer, { charts, measures, dimensions, chooseDimension }: Report): boolean {
  const axes = Object.values(dimensions).slice(0, chooseDimension ? 1 : undefined)
  const readable = measures.filter((measure) => measure.aggregate && mayMeasure(app, caller, measure, axes))
  return charts.some((chart) => readable.some(({ name }) => chart.measures.includes(name)))
}
