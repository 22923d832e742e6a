// Finds what modules add to dashboards: blocks, and figures of blocks with a slot.
import { childLocation, hintFor, locationOf, reportProblem, reportUnknownName } from '../../context/compileContext'
import type { CompileContext, ManifestLocation } from '../../context/compileContext'
import type * as language from '../../language/generated'
import { locatedFigures, type LocatedFigures } from './figures'

/** What one module adds to a dashboard. */
export interface DashboardParts {
  readonly module: string
  readonly location: ManifestLocation
  readonly blocks: readonly language.Block[]
  /** By the slot of the block that they precede. */
  readonly blocksBefore: Readonly<Record<string, readonly language.Block[]>>
  readonly figures: Readonly<Record<string, readonly language.Figure[]>>
}

/** In the order of the menu. */
export function dashboardParts(context: CompileContext, path: string): DashboardParts[] {
  const files = [...context.manifests.modules.values()]
  const orderOf = (file: (typeof files)[number]): number => file.manifest.menuOrder ?? Number.MAX_SAFE_INTEGER
  return files
    .toSorted((a, b) => orderOf(a) - orderOf(b))
    .flatMap((file): DashboardParts[] => {
      const parts = file.manifest.dashboards?.[path]
      const location = locationOf(context, file, 'dashboards', path)
      if (parts === undefined) return []
      const { blocks = [], blocksBefore = {}, figures = {} } = parts
      return [{ module: file.name, location, blocks, blocksBefore, figures }]
    })
}

/** The figures that modules add to the block with this slot. */
export function figuresIn(parts: readonly DashboardParts[], slot: string | undefined): LocatedFigures {
  if (slot === undefined) return []
  return parts.flatMap(({ location, figures }) =>
    Object.hasOwn(figures, slot) ? locatedFigures(childLocation(location, 'figures', slot), figures[slot]) : [],
  )
}

/** @param blocks those of the dashboard itself */
export function checkSlots(
  parts: readonly DashboardParts[],
  blocks: readonly (readonly [ManifestLocation, language.Block])[],
): void {
  const slots = new Set<string>()
  for (const [location, { slot }] of blocks) {
    if (slot === undefined) continue
    if (slots.has(slot)) reportProblem(childLocation(location, 'slot'), 'duplicate-entry', { name: slot })
    slots.add(slot)
  }
  const ofFigures = new Set(blocks.flatMap(([, { kind, slot }]) => (kind === 'figures' && slot ? [slot] : [])))
  for (const { location, figures, blocksBefore } of parts) {
    checkNames(childLocation(location, 'figures'), figures, ofFigures)
    checkNames(childLocation(location, 'blocksBefore'), blocksBefore, slots)
  }
}

function checkNames(location: ManifestLocation, bySlot: object, slots: ReadonlySet<string>): void {
  for (const name of Object.keys(bySlot))
    if (!slots.has(name))
      reportUnknownName(childLocation(location, name), name, {
        what: 'slot of the dashboard',
        among: slots,
        key: true,
      })
}

/** Reports parts for addresses at which no dashboard is. */
export function checkDashboards(context: CompileContext): void {
  const paths = context.manifests.screens.flatMap(({ manifest }) =>
    manifest.kind === 'dashboard' ? manifest.path : [],
  )
  for (const file of context.manifests.modules.values())
    for (const path of Object.keys(file.manifest.dashboards ?? {}))
      if (!paths.includes(path))
        reportProblem(
          locationOf(context, file, 'dashboards', path),
          'unknown-screen',
          { name: path },
          { key: true, ...hintFor(path, paths) },
        )
}
