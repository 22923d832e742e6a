// Which lines does a transition fill a lines field with? Those of the record, of one that it refers to or of the form; each new line takes what the
// copied one has under the same name, unless a rule says otherwise. What a line needs must come from somewhere.
import type { Rule } from '../app'
import { valueTypes } from '../fields/valueTypes'
import type * as language from '../generated/language'
import { pathFrom } from '../names'
import type { RuleEnvironment, Shape } from '../rule/check'
import {
  below,
  hintFor,
  ruleAt,
  table,
  tell,
  type At,
  type EntityDraft,
  type FieldDraft,
  type TransitionDraft,
  type World,
} from '../world'
import { linesNamed, resolveCells } from './lines'

/** Compiles `copy`. `place`: the transition. */
export function resolveCopy(
  world: World,
  draft: EntityDraft,
  place: At,
  transition: TransitionDraft,
  manifest: language.TransitionManifest,
  environment: RuleEnvironment,
): void {
  const copy = table<TransitionDraft['copy'][string]>()
  for (const [name, copied] of Object.entries(manifest.copy ?? {})) {
    const own = below(place, 'copy', name)
    const field = linesNamed(world, own, draft, name)
    if (field === undefined) continue
    const source = sourceOf(world, below(own, 'from'), draft, transition, copied.from)
    if (source !== undefined) copy[name] = resolveLines(world, own, draft, field, source, copied, environment)
  }
  transition.copy = copy
}

interface Source {
  readonly path: string
  readonly input: boolean
  readonly field: FieldDraft
}

function sourceOf(
  world: World,
  place: At,
  draft: EntityDraft,
  transition: TransitionDraft,
  from: string,
): Source | undefined {
  const input = from.startsWith('input.')
  const path = input ? from.slice(6) : from
  const field = input ? transition.inputs[path] : pathFrom(world, place, draft, from)?.field
  if (input && field === undefined)
    tell(world, place, 'unknown-name', { what: 'input', name: path }, hintFor(path, Object.keys(transition.inputs)))
  if (field === undefined) return undefined
  if (field.type === 'lines') return { path, input, field }
  tell(world, place, 'wrong-field', { name: from, expected: 'a field of type lines' })
  return undefined
}

function resolveLines(
  world: World,
  place: At,
  draft: EntityDraft,
  field: FieldDraft,
  source: Source,
  copied: language.CopiedLines,
  environment: RuleEnvironment,
): TransitionDraft['copy'][string] {
  const line: Shape = { entity: source.field.name, fields: source.field.fields ?? {}, states: [] }
  const inLine: RuleEnvironment = { ...environment, record: line, this: draft.shape }
  const where =
    copied.where === undefined ? undefined : ruleAt(world, below(place, 'where'), copied.where, inLine, 'boolean')
  const set: Record<string, Rule | null> = resolveCells(
    world,
    below(place, 'set'),
    `${draft.name}.${field.name}`,
    field,
    copied.set ?? {},
    inLine,
  )
  const open = Object.values(field.fields ?? {}).filter(({ name, stored }) => stored && !(name in (copied.set ?? {})))
  const same = open.filter((cell) => isAlike(cell, source.field.fields?.[cell.name])).map(({ name }) => name)
  for (const { name, required } of open)
    if (required && !same.includes(name))
      tell(world, place, 'missing-part', { thing: `a line of ${draft.name}.${field.name}`, key: name }, { key: true })
  return {
    path: source.path,
    input: source.input,
    set,
    same,
    keep: copied.keep === true,
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
