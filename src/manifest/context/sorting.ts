// Resolves sort orders of records.
// A sort order must not disclose unreadable values.
import { callsOfCallerOrTime } from '../expression/analyze'
import { fieldTypes } from '../fieldTypes/fieldTypes'
import { reportProblem, type CompileContext, type EntityDraft, type ManifestLocation } from './compileContext'
import { fieldsInstead, reportWrongField } from './fittingFields'
import { pathFrom, type PathTarget } from './lookup'
import type { Field } from '../model/field'

/**
 * Resolves `-createdAt` as a sort by a stored field of the entity, or by a path; with `computes` also by a field that
 * is computed for each record.
 */
export function sortAt(
  location: ManifestLocation,
  draft: EntityDraft,
  sort: string,
  computes = false,
): { field: string; descending: boolean } | undefined {
  const { context } = location
  const direction = /^-?([\w.]+)\s+(asc|desc)\w*$/i.exec(sort)
  if (direction) {
    const [, path, order] = direction
    const written = `${order!.toLowerCase() === 'desc' ? '-' : ''}${path}`
    const hint = `Write "${written}": a leading - sorts descending, nothing ascending.`
    return void reportProblem(location, 'unknown-field', { entity: draft.name, name: sort }, { hint })
  }
  const descending = sort.startsWith('-')
  const field = descending ? sort.slice(1) : sort
  const reached = pathFrom(location, draft, field, descending ? 1 : 0)
  if (reached === undefined) return undefined
  const fitting = ({ field: one }: Pick<PathTarget, 'field'>) =>
    isSortable(context, { field: one }) ||
    (computes && reached.owner === draft && isComputedOrder(location, draft, one))
  if (!fitting(reached)) {
    const fits = fieldsInstead(sort, reached.owner.fields, (other) => fitting({ field: other }))
    reportWrongField(location, { name: field, expected: 'a stored field that can be sorted by', fits })
  }
  return { field, descending }
}

/** Whether records can be put in the order of a value that is computed for each of them. */
function isComputedOrder(location: ManifestLocation, draft: EntityDraft, field: Field): boolean {
  const { stored, mask, type } = field
  const isOrder = !stored && mask === undefined && fieldTypes[type].sortable && type !== 'ref'
  return isOrder && !isMoving(location, draft, field)
}

/** Whether a value changes by itself: the next page, which goes on after it, would skip records or repeat them. */
function isMoving(location: ManifestLocation, owner: EntityDraft, { compute, aggregate }: Field): boolean {
  const rules = [compute, aggregate?.where].filter((rule) => rule !== undefined)
  if (rules.some(({ node }) => callsOfCallerOrTime(node).length > 0)) return true
  return (compute?.readPaths ?? []).some((path) => {
    const read = path === 'id' ? undefined : pathFrom(location, owner, path.replace(/\.id$/, ''))
    return read !== undefined && !read.field.stored && isMoving(location, read.owner, read.field)
  })
}

/** Whether sorting by a field discloses no unreadable value. */
export function isSortable(context: CompileContext, { field }: Pick<PathTarget, 'field'>): boolean {
  if (!field.stored || field.mask !== undefined || !fieldTypes[field.type].sortable) return false
  if (field.type !== 'ref') return true
  const target = context.entities[field.entity ?? '']
  const label = target?.fields[target.entity.labelField]
  return label === undefined || (label.stored && label.mask === undefined)
}
