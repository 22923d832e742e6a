// Does `explain` show every key of an entity, a field and a transition?
// Each key of the schemas is looked for in what is printed for every entity of library, bindery and product.
import { describe, expect, it } from 'vitest'
import { explain } from '../../src/manifest/access/explain'
import { compile } from '../../src/manifest/compile'
import type { Source } from '../../src/manifest/json/source'
import { follow, language, type Schema } from '../../src/manifest/language/schemas'
import type { App } from '../../src/manifest/model/app'
import { readSources } from '../../src/server/workers/readManifests'
import { binderySources } from '../manifest/sources'

/** Keys that are shown in another form, or mean nothing to people who run the product. */
const shownOtherwise: Readonly<Record<string, readonly string[]>> = {
  entity: [
    ...['$schema', 'title', 'labelField', 'sublabelField', 'perTenant', 'readPermissions', 'rowScope', 'numberTitle'],
    ...['fields', 'states', 'transitions', 'waive'],
    // Expanded into what uses them.
    ...['rules', 'stateGroups', 'checks'],
  ],
  transition: ['title', 'waive', 'from', 'to', 'toStage', 'creates', 'permissions', 'undo'],
  // `secret` is a key of requests.
  field: ['type', 'title', 'dictionary', 'entity', 'waive', 'secret'],
}

const keysOf = (schema: Schema | undefined): string[] => Object.keys(schema?.properties ?? {})
const schemas: Readonly<Record<string, string[]>> = {
  entity: keysOf(language.entity),
  transition: keysOf(language.entity.$defs?.transition),
  field: keysOf(follow({ $ref: 'definitions.schema.json#/$defs/field' }, 'entity').schema),
}

type Manifest = Readonly<Record<string, unknown>>
interface Place {
  readonly kind: string
  readonly name: string
  readonly manifest: Manifest
  readonly rows: readonly string[]
}

/** Entities, transitions and fields as written, each with the first words of the rows printed for it. */
function placesOf(sources: readonly Source[], app: App): Place[] {
  return sources
    .filter(({ path }) => path.endsWith('.entity.json'))
    .flatMap(({ path, text }) => {
      const entity = path.split('/').at(-1)!.split('.')[0]!
      const manifest = JSON.parse(text) as Manifest
      const sections = new Map(
        explain(app, entity)!
          .split('\n\n')
          .map((section) => [
            section.split('\n')[0]!,
            section
              .split('\n')
              .slice(1)
              .map((line) => line.trim().split(' ')[0]!),
          ]),
      )
      const parts = (key: string) => Object.entries((manifest[key] ?? {}) as Readonly<Record<string, Manifest>>)
      const ofFields = sections.get('rules of fields') ?? []
      return [
        { kind: 'entity', name: entity, manifest, rows: sections.get('rules and parts') ?? [] },
        ...parts('transitions').map(([name, part]) => ({
          kind: 'transition',
          name: `${entity}.${name}`,
          manifest: part,
          rows: sections.get(`transition ${name}`) ?? [],
        })),
        ...parts('fields').map(([name, part]) => ({
          kind: 'field',
          name: `${entity}.${name}`,
          manifest: part,
          rows: ofFields.filter((row) => row.startsWith(`${name}.`)).map((row) => row.slice(name.length + 1)),
        })),
      ]
    })
}

const products = [binderySources(), readSources('schemas')].map((sources) => {
  const compiled = compile(sources)
  if (!compiled.ok) throw new Error(compiled.problems.map(({ message }) => message).join('\n'))
  return placesOf(sources, compiled.app)
})
const places = products.flat()

describe.each(Object.keys(schemas))('explain shows of each %s', (kind) => {
  it.each(schemas[kind]!.filter((key) => !shownOtherwise[kind]!.includes(key)))('%s', (key) => {
    const used = places.filter(
      ({ kind: of, manifest: { [key]: value } }) =>
        of === kind && value !== undefined && value !== false && JSON.stringify(value) !== '[]',
    )
    expect(used.length).toBeGreaterThan(0)
    const silent = used.filter(({ rows }) => !rows.some((row) => row === key || row.startsWith(`${key}.`)))
    expect(silent.map(({ name }) => name)).toEqual([])
  })
})
