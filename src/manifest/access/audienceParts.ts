// Lists the parts of screens and detail views that are restricted to holders of certain codes.
import type { Audience } from '../model/access'
import type { App } from '../model/app'
import type { Block } from '../model/block'
import type { Column } from '../model/column'
import type { Entity } from '../model/entity'
import type { Screen } from '../model/screen'
import type { Text } from '../model/text'
import { everyScreen } from './screenByPath'

/** A part with its audience; `shownOn`: the address of the screen, or the entity. */
export interface AudiencePart extends Audience {
  readonly shownOn: string
  readonly part: string
  readonly title?: Text
}

/** In display order, without the unrestricted ones. */
export const audienceParts = (app: App): AudiencePart[] =>
  guardedParts(app).filter(({ permissions }) => permissions !== undefined)

/** The same, including parts that only a rule restricts. */
export function guardedParts(app: App): AudiencePart[] {
  return [...everyScreen(app.screens).flatMap(screenParts), ...Object.values(app.entities).flatMap(recordParts)].filter(
    ({ permissions, visibleWhen }) => permissions !== undefined || visibleWhen !== undefined,
  )
}

type Part = Omit<AudiencePart, 'shownOn'>

function screenParts(screen: Screen): AudiencePart[] {
  const { columns, filters, tabsBy, tabsAudience, actions, batchActions, endpointActions, printActions } = screen
  const parts: Part[] = [
    ...columnParts('column', columns),
    ...columnParts('search', filters),
    ...(tabsAudience ? [{ ...tabsAudience, part: `tabs by ${tabsBy}` }] : []),
    ...actions.map((action) => ({ ...action, part: `action ${action.entity}.${action.transition}` })),
    ...batchActions.map((action) => ({ ...action, part: `on several ${action.transition}` })),
    ...endpointActions.map((action) => ({ ...action, part: `call ${action.endpoint}` })),
    ...printActions.map((action) => ({ ...action, part: `print ${action.document}` })),
    ...screen.sections.map((section) => ({ ...section, part: 'section' })),
    ...(screen.report?.measures ?? []).map((measure) => ({ ...measure, part: `measure ${measure.name}` })),
    ...screen.blocks.flatMap(blockParts),
  ]
  return parts.map((part) => ({ ...part, shownOn: screen.path }))
}

function blockParts(block: Block): Part[] {
  const { name, kind, figures, steps, columns, actions } = block
  const part = `block ${name ?? kind}`
  return [
    { ...block, part },
    ...figures.map((figure) => ({ ...figure, part: `${part}, figure ${figure.name ?? ''}`.trimEnd() })),
    ...steps.map((step) => ({ ...step, part: `${part}, step ${step.name}` })),
    ...columnParts(`${part}, column`, columns ?? []),
    ...actions.map((action) => ({ ...action, part: `${part}, action ${action.entity}.${action.transition}` })),
  ]
}

function recordParts({ name: shownOn, detail, title }: Entity): AudiencePart[] {
  const parts: Part[] = [
    { ...detail, title, part: 'record' },
    ...detail.sections.map((section) => ({ ...section, part: 'section' })),
    ...detail.related.flatMap((related) => [
      { ...related, part: `related ${related.entity}.${related.reference}` },
      ...columnParts(`related ${related.entity}.${related.reference}, column`, related.columns),
    ]),
  ]
  return parts.map((part) => ({ ...part, shownOn }))
}

const columnParts = (part: string, columns: readonly Column[]): Part[] =>
  columns.map((column) => ({ ...column, part: `${part} ${column.field}` }))
