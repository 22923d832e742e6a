// Proves that the compiler reads the schemas of the language as ajv does; editors use the same
// files.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Ajv2020 from 'ajv/dist/2020'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { schemasFolder } from '../../scripts/compiled'
import { generate, target } from '../../scripts/types'
import { keywords, language, type SchemaName } from '../../src/manifest/language/schemas'
import { checkShape } from '../../src/manifest/1-read/validateShape'
import { productSchemas, type EditorSchema } from '../../src/server/workers/editor/productSchemas'
import { compiledFixture, fixture } from './sources'

/** Editors read the names of a product with the language; they must refuse nothing more. */
const product = productSchemas(compiledFixture(), {
  account: ['reader', 'librarian'],
  fieldSets: { lending: ['shelved'], people: ['reached'] },
  rules: { product: ['urgent'], entities: { loan: ['overdue'] } },
})
const named = Object.entries(product).map(([kind, schema]) => ({ $id: `product/${kind}.schema.json`, ...schema }))
const ajv = new Ajv2020({ allErrors: true, schemas: [...(Object.values(language) as object[]), ...named] })
const kindOf = (path: string): SchemaName =>
  /(?:^|[./])(app|access|module|settings|entity|screen|dictionary|endpoint|integration|journey)\.json$/.exec(
    path,
  )![1] as SchemaName
const manifests = fixture().map((source) => ({ kind: kindOf(source.path), value: JSON.parse(source.text) as unknown }))
/** What the product ships: integrations and journeys too, of which the fixture has none. */
const shipped = (readdirSync(schemasFolder, { recursive: true }) as string[])
  .filter((name) => name.endsWith('.json') && !/^(language|demo|first|texts)\//.test(name))
  .sort()
  .map((name) => ({
    kind: kindOf(name),
    value: JSON.parse(readFileSync(join(schemasFolder, name), 'utf8')) as unknown,
  }))
const kinds = [...new Set(shipped.map(({ kind }) => kind))]
const accepts = (kind: SchemaName, value: unknown): boolean => ajv.getSchema(`${kind}.schema.json`)!(value) as boolean

describe('the schemas of the manifest language', () => {
  it('use only the keywords that the checker knows', () => {
    const found = new Set<string>()
    const look = (schema: object, map: boolean): void => {
      for (const [key, value] of Object.entries(schema)) {
        if (!map) found.add(key)
        const children = Array.isArray(value) ? value : [value]
        for (const child of children)
          if (typeof child === 'object' && child !== null)
            look(child as object, !map && (key === 'properties' || key === '$defs'))
      }
    }
    for (const schema of Object.values(language)) look(schema, false)
    expect([...found].filter((keyword) => !(keywords as readonly string[]).includes(keyword))).toEqual([])
  })

  it('are the source of the generated types', async () =>
    expect(readFileSync(target, 'utf8') === (await generate()), 'run `npm run types`').toBe(true))
})

describe('the checker', () => {
  it('accepts what ajv accepts, of the fixture and of everything that is shipped', () => {
    expect(kinds).toHaveLength(10)
    for (const { kind, value } of [...manifests, ...shipped]) {
      expect([kind, checkShape(kind, value).problems]).toEqual([kind, []])
      expect(accepts(kind, value), JSON.stringify(ajv.getSchema(`${kind}.schema.json`)!.errors)).toBe(true)
    }
  })

  it.each([
    ['the fixture', manifests, 1500],
    // Kinds that have few files are drawn as often as the others.
    ['the product', kinds.flatMap((kind) => shipped.filter((one) => one.kind === kind).slice(0, 8)), 500],
  ])('refuses what ajv refuses, and what it saves is accepted: %s', (_, files, numRuns) => {
    const wrong = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom('', 'no such', 'a.b', -1, 1.5, null, [], {}, ['一', 'One'], ['一'], true),
    )
    fc.assert(
      fc.property(
        fc.nat(files.length - 1),
        fc.nat(),
        fc.constantFrom('replace', 'remove', 'rename'),
        wrong,
        (file, which, how, value) => {
          const { kind, value: original } = files[file]!
          const manifest = structuredClone(original)
          change(manifest, which, how, value)
          const { problems, value: saved } = checkShape(kind, manifest)
          expect(problems.length === 0).toBe(accepts(kind, manifest))
          // What was wrong has left a hole in its list, which may be too short then.
          if (saved !== undefined)
            expect(
              checkShape(kind, filled(saved)).problems.filter((problem) => problem.code !== 'wrong-count'),
            ).toEqual([])
        },
      ),
      { numRuns },
    )
  })

  it('keeps the bounds of numbers, texts and lists', () => {
    const screen = { path: '/x', title: ['一', 'One'], kind: 'page' }
    const bounds: readonly [SchemaName, object][] = [
      ...[0, 1, 50, 51, 1.5].map((rows): [SchemaName, object] => [
        'screen',
        { ...screen, blocks: [{ kind: 'latest', limit: rows }] },
      ]),
      ...[4, 5, 2 ** 53, 1e300, Infinity].map((refresh): [SchemaName, object] => [
        'screen',
        { ...screen, refreshSeconds: refresh },
      ]),
      ...['', 'x'].map((text): [SchemaName, object] => [
        'settings',
        { settings: { a: { title: ['一', text], value: 1 } } },
      ]),
      ...[[], ['a'], ['a', 'a']].map((list): [SchemaName, object] => [
        'module',
        { title: ['一', 'One'], permissions: list },
      ]),
      ...[{}, { a: ['一', 'One'] }].map((items): [SchemaName, object] => [
        'dictionary',
        { title: ['一', 'One'], items },
      ]),
      ...['/x', 'x', '/1', '/x/y'].map((path): [SchemaName, object] => ['module', { title: ['一', 'One'], path }]),
    ]
    const found = bounds.map(([kind, value]) => [value, checkShape(kind, value).problems.length === 0])
    expect(found).toEqual(bounds.map(([kind, value]) => [value, accepts(kind, value)]))
    expect(found.filter(([, sound]) => sound)).toHaveLength(9)
  })

  it('knows a name of the object prototype for what it is', () => {
    const value = JSON.parse(
      '{"settings":{"__proto__":{"title":["一","One"],"value":1},"constructor":{"title":["一","One"],"value":"x","more":1}}}',
    ) as unknown
    const { problems, value: saved } = checkShape('settings', value)
    expect(problems.map((problem) => problem.path)).toEqual([['settings', 'constructor', 'more']])
    expect(Object.keys((saved as { settings: object }).settings)).toEqual(['__proto__', 'constructor'])
  })
})

/** Changes the value of some key anywhere in a manifest. */
function change(manifest: unknown, which: number, how: string, value: unknown): void {
  const spots: [Record<string, unknown>, string][] = []
  const look = (object: unknown): void => {
    if (typeof object !== 'object' || object === null) return
    for (const key of Object.keys(object)) {
      spots.push([object as Record<string, unknown>, key])
      look((object as Record<string, unknown>)[key])
    }
  }
  look(manifest)
  const [object, key] = spots[which % spots.length]!
  if (how === 'rename' && !Array.isArray(object)) object[`${key}x`] = object[key]
  if (how === 'replace') object[key] = value
  else if (Array.isArray(object)) object.splice(Number(key), 1)
  else delete object[key]
}

function filled(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== undefined).map(filled)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item)]))
}

describe('the schemas of a product', () => {
  /** What an editor offers: the lists at a place that apply to a manifest. */
  function offered({ schema, manifest, path }: { schema: EditorSchema; manifest: object; path: string[] }): string[] {
    const lists = schema.$defs ?? {}
    const walk = (part: EditorSchema | undefined, [step, ...rest]: readonly string[]): readonly string[] => {
      if (part === undefined) return []
      const branches = [...(part.anyOf ?? []), ...(part.allOf ?? [])].flatMap((branch) =>
        walk(branch, [step!, ...rest].filter(Boolean)),
      )
      if (part.if !== undefined)
        return ajv.validate(part.if, manifest) ? walk(part.then, [step!, ...rest].filter(Boolean)) : []
      if (part.$ref !== undefined) return lists[decodeURIComponent(part.$ref.replace('#/$defs/', ''))]?.enum ?? []
      if (step === undefined) return branches
      const next = step === '*' ? part.items : (part.properties?.[step] ?? part.additionalProperties)
      return [...branches, ...walk(next, rest)]
    }
    return [...new Set(walk(schema, path))]
  }

  it('offer the names of the entity of a screen', () => {
    const manifest = { entity: 'loan' }
    const columns = offered({ schema: product.screen, manifest, path: ['columns', '*'] })
    expect(columns).toEqual(expect.arrayContaining(['mobile', 'book.title']))
    expect(columns).not.toContain('author')
    expect(offered({ schema: product.screen, manifest, path: ['actions', '*'] })).toContain('giveBack')
    expect(offered({ schema: product.screen, manifest, path: ['permissions', '*'] })).toContain('loanFine')
    expect(offered({ schema: product.screen, manifest: {}, path: ['entity'] })).toContain('book')
  })

  it('offer what the steps of a journey name', () => {
    const offeredAt = (...path: string[]) =>
      offered({ schema: product.journey, manifest: {}, path: ['steps', '*', ...path] })
    expect(offeredAt('as')).toEqual(['reader', 'librarian'])
    expect(offeredAt('run')).toContain('loan.giveBack')
    expect(offeredAt('screen')).toContain('/lending/Loans')
  })

  it('offer those of an entity by its title', () => {
    const manifest = { title: ['借阅单', 'Loan'] }
    expect(offered({ schema: product.entity, manifest, path: ['transitions', 'x', 'to'] })).toEqual([
      'lent',
      'back',
      'lost',
    ])
    expect(offered({ schema: product.entity, manifest, path: ['fields', 'x', 'dictionary'] })).toContain('genre')
    expect(offered({ schema: product.entity, manifest: { title: ['x', 'y'] }, path: ['labelField'] })).toEqual([])
  })

  it('offer the sets of fields of the module, and to an entity that is new those of all', () => {
    const places = [
      ['fieldSets', '*'],
      ['transitions', 'x', 'fieldSets', '*'],
      ['fields', 'x', 'fieldSets', '*'],
    ]
    const at = (title: string[]) => places.map((path) => offered({ schema: product.entity, manifest: { title }, path }))
    expect(at(['新', 'New'])).toEqual(places.map(() => ['shelved', 'reached']))
    expect(at(['借阅单', 'Loan'])[0]).toContain('shelved')
    const permissions = ['transitions', 'x', 'permissions', '*']
    expect(offered({ schema: product.entity, manifest: { title: ['x', 'y'] }, path: permissions })).toContain(
      'loanFine',
    )
  })
})
