// What can be printed of a record? The parts of each document, with every path resolved. A part that says two things, or none, is refused.
import type { Column, DocumentPart, PrintedDocument } from '../app'
import type * as language from '../generated/language'
import { pathFrom, stateAt } from '../names'
import type { RuleEnvironment } from '../rule/check'
import { at, below, each, hintFor, ruleAt, tell, textAt, type At, type EntityDraft, type World } from '../world'
import { columnOf, resolveColumns } from './columns'

const KINDS = ['fields', 'lines', 'text', 'sign'] as const

export function resolveDocuments(world: World, draft: EntityDraft): PrintedDocument[] {
  return Object.entries(draft.file.manifest.documents ?? {}).map(([name, written]) => {
    const place = at(draft.file, 'documents', name)
    const states = each(written.states).flatMap(([index, state]) =>
      stateAt(world, below(place, 'states', index), draft, state) ? [state] : [],
    )
    const when =
      written.when === undefined
        ? undefined
        : ruleAt(world, below(place, 'when'), written.when, recordOnly(world, draft), 'boolean')
    const reads = new Set(when?.reads)
    const parts = each(written.parts).map(([index, part]) =>
      resolvePart(world, draft, below(place, 'parts', index), part, reads),
    )
    return {
      name,
      title: written.title,
      parts,
      reads: [...reads],
      ...(written.states !== undefined && { states }),
      ...(when !== undefined && { when }),
    }
  })
}

/** What is printed is the same for whoever prints it. */
function recordOnly(world: World, draft: EntityDraft): RuleEnvironment {
  return { ...world.base, record: draft.shape, me: undefined, tenant: undefined, settings: {} }
}

function resolvePart(
  world: World,
  draft: EntityDraft,
  place: At,
  part: language.DocumentPart,
  reads: Set<string>,
): DocumentPart {
  const said = KINDS.filter((kind) => part[kind] !== undefined)
  if (said.length === 0) tell(world, place, 'missing-part', { thing: 'a part of a document', key: KINDS.join('`, `') })
  for (const kind of said.slice(1))
    tell(
      world,
      below(place, kind),
      'conflicting-keys',
      { what: `A part of a document is either \`${said[0]}\` or \`${kind}\`` },
      { key: true },
    )
  if (part.columns !== undefined && part.lines === undefined)
    tell(
      world,
      below(place, 'columns'),
      'ineffective-key',
      { key: 'columns', where: 'on a part without `lines`' },
      { key: true },
    )
  const fields = part.fields && resolveColumns(world, below(place, 'fields'), draft, part.fields)
  for (const { field } of fields ?? []) reads.add(field)
  if (part.text !== undefined)
    for (const path of textAt(world, below(place, 'text'), part.text, recordOnly(world, draft))) reads.add(path)
  const columns = part.lines === undefined ? undefined : resolveLines(world, draft, place, part.lines, part.columns)
  if (part.lines !== undefined) reads.add(part.lines)
  return {
    ...(part.title !== undefined && { title: part.title }),
    ...(fields !== undefined && { fields }),
    ...(part.lines !== undefined && { lines: part.lines, columns: columns ?? [] }),
    ...(part.text !== undefined && { text: part.text }),
    ...(part.sign !== undefined && { sign: part.sign }),
  }
}

function resolveLines(
  world: World,
  draft: EntityDraft,
  place: At,
  path: string,
  names: readonly string[] | undefined,
): Column[] | undefined {
  const reached = pathFrom(world, below(place, 'lines'), draft, path)
  if (reached === undefined) return undefined
  if (reached.field.type !== 'lines') {
    tell(world, below(place, 'lines'), 'wrong-field', { name: path, expected: 'a field of lines' })
    return undefined
  }
  const known = reached.field.fields ?? {}
  for (const [index, name] of each(names))
    if (known[name] === undefined)
      tell(
        world,
        below(place, 'columns', index),
        'unknown-name',
        { what: 'field of these lines', name },
        hintFor(name, Object.keys(known)),
      )
  return (names ?? Object.keys(known)).flatMap((name) =>
    known[name] === undefined ? [] : [columnOf(world, { field: name }, { field: known[name] })],
  )
}
