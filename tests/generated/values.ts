// What would a person write into a form? A value for each asked field by its type, dictionary and offered records, as
// the manifests say; what a rule decides stands in an `example` of the field, what depends on the record in examples.ts.
import type { App } from '../../src/manifest/model/app'
import type { FormField, Transition } from '../../src/manifest/model/transition'
import type { Field } from '../../src/manifest/model/field'
import type { OptionsAnswer, RecordAnswer, RecordData, RunAnswer, RunRequest } from '../../src/protocol/calls'
import type { Envelope } from '../../src/protocol/envelope'
import { moment, type Teller } from '../story/teller'
import { examples, type Sight } from './examples'

export interface Filling extends Sight {
  readonly app: App
  readonly teller: Teller
  readonly role: string
  readonly transition: Transition
  readonly record?: RecordData
  /** What the caller has decided already. */
  readonly given?: Readonly<Record<string, unknown>>
  /** Sends what was filled in; over HTTP if absent. */
  readonly send?: (request: RunRequest) => Promise<Envelope<RunAnswer>>
}

const address = { province: '浙江省', city: '杭州市', district: '西湖区', detail: '文三路 268 号' }
const maxTries = 8
let unique = 0

/** What forms of a product had to be told where they went through before: told at once the next time. */
const toldTo = new WeakMap<Teller, Map<string, readonly string[]>>()
/** Pictures that a role has sent. */
const pictures = new WeakMap<Teller, Map<string, Promise<unknown>>>()

/** Every value of a run is another one where people have to differ. */
export const next = (): number => (unique += 1)

/**
 * Fills a form and sends it, and fills again what is told to be missing or wrong, as a person does. Answers the last
 * answer.
 */
export async function fillAndRun(filling: Filling): Promise<Envelope<RunAnswer>> {
  const { app, teller, role, transition, record } = filling
  const entity = app.entities[transition.entity]!
  const example = examples[`${transition.entity}.${transition.name}`]?.(filling) ?? {}
  const values: Record<string, unknown> = { ...example, ...(await withWholeLines(filling)) }
  const tried: Record<string, number> = {}
  const fieldOf = ({ input, field }: FormField) => (input ? transition.inputs[field] : entity.fields[field])!
  const post = filling.send ?? ((request) => teller.call<RunAnswer>(role, '/api/run', request))
  const send = () =>
    post({
      entity: transition.entity,
      transition: transition.name,
      ...(record && { id: record.id, version: record.version }),
      values,
      ...(transition.note === 'required' && { note: '说明' }),
      key: `generated-${next()}-${Date.now()}`,
    })
  const answered = (name: string) => Object.hasOwn(filling.given ?? {}, name) || Object.hasOwn(example, name)
  const narrowing = new Set<string>()
  const fill = async (names: readonly string[]): Promise<void> => {
    for (const ask of transition.form.filter(({ field }) => names.includes(field))) {
      const place = { name: ask.field, at: (tried[ask.field] = (tried[ask.field] ?? -1) + 1), values }
      const field = fieldOf(ask)
      const value = await (ask.editOnlyFields ? editedLines : valueFor)(filling, field, place, ask.editOnlyFields ?? [])
      values[ask.field] = value
      if (value !== undefined || field.type !== 'ref' || place.at > 0) continue
      // Nothing is offered: what was chosen before it may narrow it.
      delete tried[ask.field]
      for (const one of transition.form.slice(0, transition.form.indexOf(ask)))
        if (fieldOf(one).type === 'ref' && tried[one.field] !== undefined) narrowing.add(one.field)
    }
  }
  const told = toldTo.get(teller) ?? new Map<string, readonly string[]>()
  toldTo.set(teller, told)
  const form = `${role} ${transition.entity}.${transition.name}`
  await fill((told.get(form) ?? []).filter((name) => !answered(name)))
  let answer = await send()
  for (let round = 0; round < maxTries && answer.code !== 2000; round += 1) {
    const { fields = {} } = (answer.data ?? {}) as { fields?: Record<string, string> }
    const names = [...new Set(Object.keys(fields).map((name) => name.split('.')[0]!))]
    const wrong = names.filter((name) => !answered(name) && transition.form.some(({ field }) => field === name))
    if (wrong.length === 0) break
    const others = [...narrowing]
    narrowing.clear()
    await fill([...wrong, ...others])
    answer = await send()
  }
  if (answer.code === 2000) told.set(form, Object.keys(tried))
  return answer
}

interface Place {
  /** What the form calls it: a field, or a cell of lines as lines.cell. */
  readonly name: string
  /** How often another value was refused. */
  readonly at: number
  readonly values: Readonly<Record<string, unknown>>
}

async function valueFor(filling: Filling, field: Field, place: Place): Promise<unknown> {
  const { app, teller, role } = filling
  if (field.example !== undefined && place.at === 0) return field.example
  switch (field.type) {
    case 'string':
    case 'text':
      return `${field.title.zh!} ${next()}`
    case 'mobile':
      return `137${String((Date.now() % 100_000) * 1000 + (next() % 1000)).padStart(8, '0')}`
    case 'int':
      return Math.max(field.min ?? 1, 1) + place.at
    case 'money':
    case 'decimal':
      return String(field.min !== undefined && field.min > 1 ? field.min : Math.min(1, field.max ?? 1))
    case 'date':
      return moment({ day: place.at * 3 })
    case 'datetime':
      return moment({ day: 1 + place.at, time: '10:00' })
    case 'boolean':
      return true
    case 'address':
      return address
    case 'files':
      return [await pictureOf(teller, role)]
    case 'choice': {
      const items = app.dictionaries[field.dictionary ?? '']?.items.filter(({ retired }) => !retired) ?? []
      return items[place.at % items.length]?.code
    }
    case 'ref':
      return (await offered(filling, place))[place.at]?.id
    case 'lines':
      return [await lineFor(filling, field, place)]
    default:
      return field.type satisfies never
  }
}

/** A picture that a role has sent, once. */
export function pictureOf(teller: Teller, role: string): Promise<unknown> {
  const own = pictures.get(teller) ?? new Map<string, Promise<unknown>>()
  pictures.set(teller, own)
  const picture = own.get(role) ?? teller.value(role, '#file.png')
  own.set(role, picture)
  return picture
}

/** What is given, with a value for each required cell that a given line leaves out. */
async function withWholeLines(filling: Filling): Promise<Readonly<Record<string, unknown>>> {
  const { app, transition, given = {} } = filling
  const values: Record<string, unknown> = { ...given }
  for (const [name, lines] of Object.entries(given)) {
    const field = transition.inputs[name] ?? app.entities[transition.entity]!.fields[name]
    const ask = transition.form.find((one) => one.field === name)
    if (field?.type !== 'lines' || ask === undefined || ask.editOnlyFields || !Array.isArray(lines)) continue
    const place = { name, at: 0, values }
    values[name] = await Promise.all(
      lines.map(async (line: object) => ({ ...(await lineFor(filling, field, place, line)), ...line })),
    )
  }
  return values
}

/** The required cells of a line that have no default, but for those that are given. */
async function lineFor(
  filling: Filling,
  field: Field,
  place: Place,
  given: object = {},
): Promise<Record<string, unknown>> {
  const line: Record<string, unknown> = {}
  for (const cell of Object.values(field.fields ?? {}))
    if (cell.stored && cell.required && cell.default === undefined && !Object.hasOwn(given, cell.name))
      line[cell.name] = await valueFor(filling, cell, { ...place, name: `${place.name}.${cell.name}` })
  return line
}

/** The lines of the record with their empty cells filled, of those that the form opens. */
async function editedLines(filling: Filling, field: Field, place: Place, cells: readonly string[]): Promise<unknown> {
  const lines = (filling.record?.values[place.name] ?? []) as readonly Readonly<Record<string, unknown>>[]
  return Promise.all(
    lines.map(async (line) => {
      const empty = cells.filter((cell) => line[cell] === null || line[cell] === undefined)
      const filled = empty.map(async (cell) => [
        cell,
        await valueFor(filling, field.fields![cell]!, { ...place, name: `${place.name}.${cell}` }),
      ])
      return { ...line, ...(Object.fromEntries(await Promise.all(filled)) as object) }
    }),
  )
}

/** The records that the form offers. */
async function offered(
  { teller, role, transition, record }: Filling,
  { name, values }: Place,
): Promise<OptionsAnswer['options']> {
  const answer = await teller.call<OptionsAnswer>(role, '/api/options', {
    entity: transition.entity,
    transition: transition.name,
    field: name,
    ...(record && { id: record.id }),
    input: values,
  })
  return answer.code === 2000 ? answer.data.options : []
}

/** A record and what refers to it, as a caller sees them. */
export async function look(
  teller: Teller,
  role: string,
  entity: string,
  id: number,
): Promise<RecordAnswer | undefined> {
  const answer = await teller.call<RecordAnswer>(role, '/api/record', { entity, id })
  return answer.code === 2000 ? answer.data : undefined
}
