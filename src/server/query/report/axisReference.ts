// Finds the reference through which the records of a pass reach axes of a report.
// Passes with the same reference are united before the join.
import type { Measure } from '../../../manifest/model/report'
import type { Rule } from '../../../manifest/model/rule'
import type { Planning } from '../expression/rowSource'
import { axisRule, type ReportPlan } from './axes'
import { countedEntity, type ScanPass } from './scanPass'

interface AxisReference {
  /** The field of the counted records. */
  readonly reference: string
  /** The entity it leads to, and the rule by which the axes behind it are read. */
  readonly entity: string
  readonly reachedDimensions: Measure['dimensions']
  /** Passes with the same key can be joined together. */
  readonly key: unknown
}

/** A pass that reaches axes through a reference. */
export interface ReferringPass {
  readonly pass: ScanPass
  readonly through: AxisReference
}

/**
 * The reference through which the records of a pass reach axes of the report; undefined if there is none or it is
 * computed.
 */
export function axisReferenceOf(
  planning: Planning,
  { axes, filters }: ReportPlan,
  pass: ScanPass,
): AxisReference | undefined {
  const { fields } = countedEntity(planning, pass)
  const used = [...new Set([...axes, ...filters.map(({ axis }) => axis)])].map((axis) => ({
    name: axis.name,
    rule: axisRule(pass[0].measure.dimensions, axis),
  }))
  const reference = used
    .map(({ rule: { node } }) =>
      node.kind === 'name' && node.scope === 'record' && node.path.length > 1 ? fields[node.path[0] ?? ''] : undefined,
    )
    .find((field) => field?.type === 'ref' && field.stored)
  if (!reference) return undefined
  const through = used.filter(({ rule }) => rule.readPaths.some((path) => path.startsWith(`${reference.name}.`)))
  const reachedDimensions: Record<string, Rule> = {}
  for (const {
    name,
    rule: { node, source, type },
  } of through) {
    if (node.kind !== 'name') return undefined
    const path = node.path.slice(1)
    reachedDimensions[name] = { source, type, node: { ...node, path }, readPaths: [path.join('.')] }
  }
  return {
    reference: reference.name,
    entity: reference.entity!,
    reachedDimensions,
    key: [reference.entity, used.map(({ name }) => reachedDimensions[name]?.readPaths ?? null)],
  }
}
