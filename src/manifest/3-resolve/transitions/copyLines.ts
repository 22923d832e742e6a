// Resolves `copy`: the lines with which a transition fills a lines field.
// They come from the record, a record that it refers to, or the form. A new line takes the equally named fields of the
// source line unless a rule sets them; every required field needs a source.
import { fieldsInstead, isStoredAs, reportWrongField } from '../../context/fittingFields'
import type { Rule } from '../../model/rule'
import { valueTypes } from '../../expression/values/valueTypes'
import type * as language from '../../language/generated'
import { pathFrom } from '../../context/lookup'
import type { RuleEnvironment, Shape } from '../../expression/environment'
import {
  childLocation,
  createTable,
  reportProblem,
  type ManifestLocation,
  type EntityDraft,
  type FieldDraft,
  type TransitionDraft,
  reportUnknownName,
} from '../../context/compileContext'
import { conditionAt } from '../../context/ruleTypes'
import { lineShape, type TransitionScope } from './scope'
import { linesNamed, resolveCells } from './lines'

/** Compiles `copy`. */
export function resolveCopy(scope: TransitionScope): void {
  const { draft, location, transition, written } = scope
  const copy = createTable<TransitionDraft['copy'][string]>()
  for (const [name, copied] of Object.entries(written.copy ?? {})) {
    const linesLocation = childLocation(location, 'copy', name)
    const field = linesNamed(linesLocation, draft, name)
    if (field === undefined) continue
    const resolved = resolveLines(linesLocation, field, copied, scope)
    if (resolved !== undefined) copy[name] = resolved
  }
  transition.copy = copy
}

interface Source {
  readonly path: string
  readonly input: boolean
  readonly field: FieldDraft
}

function sourceOf(
  location: ManifestLocation,
  draft: EntityDraft,
  transition: TransitionDraft,
  from: string,
): Source | undefined {
  const input = from.startsWith('input.')
  const path = input ? from.slice(6) : from
  const field = input ? transition.inputs[path] : pathFrom(location, draft, from)?.field
  if (input && field === undefined)
    reportUnknownName(location, path, { what: 'input', among: Object.keys(transition.inputs) })
  if (field === undefined) return undefined
  if (field.type === 'lines') return { path, input, field }
  const ofInput = fieldsInstead('input.', transition.inputs, isStoredAs('lines'))
  const fits = [...fieldsInstead('', draft.fields, isStoredAs('lines')), ...ofInput]
  reportWrongField(location, { name: from, expected: 'a field of type lines', fits })
  return undefined
}

function resolveLines(
  location: ManifestLocation,
  field: FieldDraft,
  copied: language.CopiedLines,
  { draft, transition, environment }: TransitionScope,
): TransitionDraft['copy'][string] | undefined {
  const source = sourceOf(childLocation(location, 'from'), draft, transition, copied.from)
  if (source === undefined) return undefined
  const line: Shape = { entity: source.field.name, fields: source.field.fields ?? {}, states: [] }
  const inLine: RuleEnvironment = { ...environment, record: line, this: draft.shape }
  const where = conditionAt(location, 'where', copied.where, inLine)
  const set: Record<string, Rule | null> = resolveCells(
    childLocation(location, 'set'),
    lineShape(draft, field),
    copied.set ?? {},
    inLine,
  )
  const open = Object.values(field.fields ?? {}).filter(({ name, stored }) => stored && !(name in (copied.set ?? {})))
  const same = open.filter((cell) => isAlike(cell, source.field.fields?.[cell.name])).map(({ name }) => name)
  for (const { name, required } of open)
    if (required && !same.includes(name))
      reportProblem(
        location,
        'missing-part',
        { thing: `a line of ${draft.name}.${field.name}`, key: name },
        { key: true },
      )
  return {
    path: source.path,
    input: source.input,
    set,
    same,
    keepExisting: copied.keepExisting === true,
    ...(where !== undefined && { where }),
  }
}

function isAlike(cell: FieldDraft, source: FieldDraft | undefined): boolean {
  return (
    source !== undefined &&
    valueTypes[source.type] === valueTypes[cell.type] &&
    source.entity === cell.entity &&
    source.dictionary === cell.dictionary
  )
}
