// Tests that `explain` prints every key of an entity, a field, a transition, a screen and a block, for all of
// library, bindery, product and the product that uses every word of the language.
import { describe, expect, it } from 'vitest'
import { explain } from '../../src/manifest/access/explain'
import { compile } from '../../src/manifest/compile'
import type { Source } from '../../src/manifest/json/source'
import { follow, language, type Schema } from '../../src/manifest/language/schemas'
import type { App } from '../../src/manifest/model/app'
import { readSources } from '../../src/server/workers/readManifests'
import { kindsSources } from '../browser/kindsSources'
import { binderySources } from '../manifest/sources'

/** Keys that are shown in another form, or mean nothing to people who run the product. */
const shownOtherwise: Readonly<Record<string, readonly string[]>> = {
  entity: [
    ...['$schema', 'title', 'labelField', 'sublabelField', 'perTenant', 'readPermissions', 'rowScope', 'numberTitle'],
    ...['fields', 'states', 'transitions', 'waive'],
    // Expanded into what uses them.
    ...['rules', 'stateGroups', 'checks', 'fieldSets', 'snapshots'],
  ],
  // What `turn` takes is false, of which nothing is written.
  transition: ['title', 'waive', 'from', 'to', 'toStage', 'creates', 'permissions', 'undo', 'fieldSets', 'turn'],
  // `secret` is a key of requests, `unit` the end of the title.
  field: ['type', 'title', 'unit', 'dictionary', 'entity', 'waive', 'secret', 'fieldSets'],
  screen: [
    ...[
      '$schema',
      'path',
      'waive',
      'title',
      'kind',
      'permissions',
      'hideInMenu',
      'redirect',
      'entity',
      'where',
      'synonyms',
    ],
    ...['widenRowScope', 'columns', 'filters', 'sort', 'actions', 'report', 'blocks', 'moreLists'],
  ],
  // The place of a block of a page is that of its kind.
  block: ['slot'],
}

const keysOf = (schema: Schema | undefined): string[] => Object.keys(schema?.properties ?? {})
const schemas: Readonly<Record<string, string[]>> = {
  entity: keysOf(language.entity),
  transition: keysOf(language.entity.$defs?.transition),
  field: keysOf(follow({ $ref: 'definitions.schema.json#/$defs/field' }, 'entity').schema),
  screen: keysOf(language.screen),
  block: keysOf(language.screen.$defs?.block),
}

/** A row begins with two blanks, what goes on beneath it with more. */
const beginsRow = (line: string): boolean => /^ {2}\S/.test(line)

type Manifest = Readonly<Record<string, unknown>>
interface Place {
  readonly kind: string
  readonly name: string
  readonly manifest: Manifest
  readonly rows: readonly string[]
}

/** The sections of an explanation by their headings, each with the first words of its rows. */
const sectionsOf = (explanation: string): [heading: string, rows: string[]][] =>
  explanation.split('\n\n').map((section) => {
    const [heading = '', ...lines] = section.split('\n')
    return [heading, lines.filter(beginsRow).map((line) => line.trim().split(' ')[0]!)]
  })

/** Screens and blocks as written, each with the first words of the rows printed for it. */
function screenPlaces(sources: readonly Source[], app: App): Place[] {
  return sources
    .filter(({ path }) => path.endsWith('.screen.json'))
    .flatMap(({ text }) => {
      const manifest = JSON.parse(text) as Manifest & { readonly path: string; readonly blocks?: readonly Manifest[] }
      const sections = sectionsOf(explain(app, manifest.path)!)
      // Further lists of the screen have tables of the same names behind its own.
      const [, ownRows] = sections.find(([heading]) => heading === 'rules and parts') ?? []
      // Those of modules may precede them, named `latest piece of archive`.
      const blocks = sections.filter(([heading]) => heading.startsWith('block ') && !heading.includes(' of '))
      return [
        { kind: 'screen', name: manifest.path, manifest, rows: ownRows ?? [] },
        ...(manifest.blocks ?? []).map((block, index) => ({
          kind: 'block',
          name: `${manifest.path} ${index}`,
          manifest: block,
          rows: blocks[index]?.[1] ?? [],
        })),
      ]
    })
}

/** Entities, transitions and fields as written, each with the first words of the rows printed for it. */
function placesOf(sources: readonly Source[], app: App): Place[] {
  return sources
    .filter(({ path }) => path.endsWith('.entity.json'))
    .flatMap(({ path, text }) => {
      const entity = path.split('/').at(-1)!.split('.')[0]!
      const manifest = JSON.parse(text) as Manifest
      const sections = new Map(sectionsOf(explain(app, entity)!))
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

const products = [binderySources(), readSources('schemas'), await kindsSources()].map((sources) => {
  const compiled = compile(sources)
  if (!compiled.ok) throw new Error(compiled.problems.map(({ message }) => message).join('\n'))
  return {
    app: compiled.app,
    sources,
    places: [...placesOf(sources, compiled.app), ...screenPlaces(sources, compiled.app)],
  }
})
const places = products.flatMap((product) => product.places)

/** Keys that are written to switch something off. */
const switches: readonly string[] = ['keepAlive', 'export']

describe.each(Object.keys(schemas))('explain shows of each %s', (kind) => {
  it.each(schemas[kind]!.filter((key) => !shownOtherwise[kind]!.includes(key)))('%s', (key) => {
    const used = places.filter(
      ({ kind: of, manifest: { [key]: value } }) =>
        of === kind &&
        value !== undefined &&
        (value !== false || switches.includes(key)) &&
        JSON.stringify(value) !== '[]',
    )
    expect(used.length).toBeGreaterThan(0)
    const silent = used.filter(({ rows }) => !rows.some((row) => row === key || row.startsWith(`${key}.`)))
    expect(silent.map(({ name }) => name)).toEqual([])
  })
})

/** Keys whose values are shown in another form, such as `above the list`, or mean nothing to people. */
const wordless = new Set(['$schema', 'waive', 'place', 'slot'])

/** Every text of a manifest, names of other parts and rules included. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, held]) => (wordless.has(key) ? [] : textsIn(held)))
    : typeof value === 'string'
      ? [value]
      : []

// Named rules are explained by their meaning, negations in parentheses.
it('explain shows every word of each screen: texts, messages, rules and names', () => {
  let words = 0
  for (const { app, sources } of products)
    for (const { path, text } of sources.filter((source) => source.path.endsWith('.screen.json'))) {
      const manifest = JSON.parse(text) as { readonly path: string }
      const explained = explain(app, manifest.path)!
      const written = textsIn(manifest).flatMap((each) => each.replace(/(^-|!)(?=[A-Za-z])/g, '').split(/\s+/))
      const missing = written.filter((word) => !word.includes('rule.') && !explained.includes(word))
      expect(missing, path).toEqual([])
      words += written.length
    }
  expect(words).toBeGreaterThan(1000)
})

/** The first words of the lines below a heading. */
const below = (explanation: string, heading: string): string[] =>
  explanation
    .split('\n\n')
    .filter((section) => section.startsWith(`${heading}\n`))
    .flatMap((section) => section.split('\n').slice(1).filter(beginsRow))
    .map((line) => line.trim().split(' ')[0]!)

/** The places of all parts that name the code, found without knowing what parts there are. */
function partsFor(app: App, code: string): string[] {
  const within = (value: unknown, place: string): string[] => {
    if (typeof value !== 'object' || value === null) return []
    const { permissions, ...others } = value as { permissions?: unknown }
    return [
      ...(Array.isArray(permissions) && permissions.includes(code) ? [place] : []),
      ...Object.values(others).flatMap((inner) => within(inner, place)),
    ]
  }
  const screens = Object.values(app.screens).flatMap((screen) => [screen, ...screen.moreLists])
  return [
    ...screens.flatMap(({ permissions: _own, moreLists: _further, path, ...screen }) => within(screen, path)),
    ...Object.values(app.entities).flatMap(({ name, detail }) => within(detail, name)),
  ].sort()
}

it('a code is explained by all that it opens and by its holders', () => {
  const { app } = products[1]!
  const codes = Object.keys(app.access.permissions)
  const opened = { screens: 0, transitions: 0, fields: 0, parts: 0, changes: 0 }
  for (const code of codes) {
    const told = explain(app, code, undefined, [
      { name: 'holder', codes: [code] },
      { name: 'other', codes: codes.filter((other) => other !== code) },
    ])!
    const every = code === app.access.administratorPermission ? '' : ', and every administrator (other)'
    expect(told.split(/(?<=^roles of the demo) +/m)[1]).toMatch(`holder${every}\n`)
    const parts = partsFor(app, code)
    expect(below(told, 'shows parts').sort(), code).toEqual(parts)
    opened.parts += parts.length
    const changes = app.access.permissionChanges.flatMap(({ add, remove }) => [
      ...(add.includes(code) ? ['added'] : []),
      ...(remove.includes(code) ? ['removed'] : []),
    ])
    expect(below(told, 'changed for accounts'), code).toEqual(changes)
    opened.changes += changes.length
    for (const { path, permissions } of Object.values(app.screens)) {
      const isOpened = permissions.includes(code)
      expect(below(told, 'opens screens').includes(path), `${code} ${path}`).toBe(isOpened)
      if (isOpened) opened.screens += 1
    }
    for (const entity of Object.values(app.entities)) {
      for (const { name, permissions } of Object.values(entity.transitions)) {
        const runs = permissions.some(({ permission }) => permission === code)
        expect(below(told, 'runs transitions').includes(`${entity.name}.${name}`), `${code} ${name}`).toBe(runs)
        if (runs) opened.transitions += 1
      }
      for (const { name, readPermissions = [] } of Object.values(entity.fields)) {
        const reads = readPermissions.includes(code)
        expect(below(told, 'reads fields').includes(`${entity.name}.${name}`), `${code} ${name}`).toBe(reads)
        if (reads) opened.fields += 1
      }
    }
  }
  expect(Math.min(...Object.values(opened))).toBeGreaterThan(0)
})

it('every number of a report or a figure says what it counts, and whose rows for each row scope', () => {
  let counted = 0
  for (const { app } of products)
    for (const screen of Object.values(app.screens)) {
      const figures = (screen.blocks ?? []).flatMap((block) => block.figures)
      const numbers = [...(screen.report?.measures ?? []), ...figures].flatMap(({ name = 'figure', aggregate }) =>
        aggregate ? [{ name, aggregate }] : [],
      )
      const explained = explain(app, screen.path)!
      expect(below(explained, 'counts'), screen.path).toEqual(numbers.map(({ name }) => name))
      const heading = 'whose rows are counted, by the row scope of who looks'
      const rows = explained.split('\n\n').find((section) => section.startsWith(`${heading}\n`)) ?? ''
      for (const { aggregate } of numbers) {
        const { rowScope, perTenant } = app.entities[aggregate.entity!]!
        const { selfFields, unitFields } = rowScope
        const narrow = !perTenant || screen.widenRowScope ? [] : [selfFields, unitFields].filter((by) => by.length > 0)
        const part = rows.split(/\n {2}(?=\S)/).find((lines) => lines.startsWith(`${aggregate.entity} `))!
        for (const by of narrow) expect(part, `${screen.path} ${aggregate.entity}`).toContain(`by ${by.join(', ')}`)
        const scopes = Object.keys(app.access.identity.rowScopes)
        expect(part.trimEnd().split('\n'), part).toHaveLength(scopes.length)
        expect(part.includes(' own by '), `${screen.path} ${aggregate.entity}`).toBe(narrow.includes(selfFields))
        counted += 1
      }
    }
  expect(counted).toBeGreaterThan(50)
})

it('a dictionary is explained by its items and the fields that use it', () => {
  const { app } = products[1]!
  for (const { name, items } of Object.values(app.dictionaries)) {
    const told = explain(app, name)!
    expect(below(told, 'items')).toEqual(items.map(({ code }) => code))
    const fields = Object.values(app.entities).flatMap((entity) =>
      Object.values(entity.fields).flatMap((field) => [
        ...(field.dictionary === name ? [`${entity.name}.${field.name}`] : []),
        ...Object.values(field.fields ?? {})
          .filter((line) => line.dictionary === name)
          .map((line) => `${entity.name}.${field.name}.${line.name}`),
      ]),
    )
    expect(below(told, 'used by')).toEqual(fields)
  }
})

it('no explanation has a line that is longer than a screen is wide', () => {
  const { app } = products[1]!
  const names = [...Object.keys(app.entities), ...Object.keys(app.screens), ...Object.keys(app.access.permissions)]
  const long = names.flatMap((name) =>
    explain(app, name)!
      .split('\n')
      .filter((line) => line.length > 160)
      .map((line) => `${name}: ${line}`),
  )
  expect(long).toEqual([])
})
