// Proves that the compiler is pure, never throws, returns a frozen App, gives the same files the
// same digest, and reports the problems of all files at once.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { App } from '../../src/manifest/model/app'
import type { Source } from '../../src/manifest/json/source'
import { compile } from '../../src/manifest/compile'
import { isWhole, loopSeed } from '../loopSeed'
import { binderySources, compiledFixture, fixture, names, problemsOf } from './sources'

const app = compiledFixture()
const entity = (name: string) => app.entities[name]!
const put = (path: string, manifest: object): Source => ({ path, text: JSON.stringify(manifest) })
const own = (path: string): Record<string, any> =>
  JSON.parse(fixture().find((source) => source.path === path)!.text) as Record<string, any>

describe('all at once', () => {
  it('tells the problems of every file, each once', () => {
    const book = own('lending/book.entity.json')
    book.fields.prize = { type: 'mony', title: ['奖', 'Prize'] }
    const found = problemsOf([
      { path: 'lending/genre.dictionary.json', text: '{ "title": ' },
      put('lending/book.entity.json', book),
      put('lending/Wrong.screen.json', {
        path: '/wrong',
        title: ['错', 'Wrong'],
        kind: 'list',
        entity: 'book',
        columns: ['titel', 'prize'],
      }),
    ])
    expect(found).toHaveLength(3)
    expect(found.join()).toMatch(/has no field `titel`[^]*"mony" is none of[^]*json-syntax/)
  })

  it('tells that a table takes no more columns, of an entity and of lines', () => {
    const wide = (count: number, lines: number) => {
      const book = own('lending/book.entity.json')
      const more = (of: number) =>
        Object.fromEntries(
          Array.from({ length: of }, (_, index) => [`x${index}`, { type: 'int', title: [`数${index}`, `N ${index}`] }]),
        )
      Object.assign(book.fields, more(count), { wide: { type: 'lines', title: ['宽', 'Wide'], fields: more(lines) } })
      return problemsOf([put('lending/book.entity.json', book)]).filter((problem) => problem.includes('wrong-count'))
    }
    expect(wide(1_400, 1_500)).toEqual([])
    expect(wide(1_500, 1_501)).toEqual([
      expect.stringMatching(/Expected at most 1500 entries, found 15\d\d\.[^]*A table of PostgreSQL takes no more/),
      expect.stringMatching(/Expected at most 1500 entries, found 1501\./),
    ])
  })

  it('does not tell what follows from a file that cannot be read', () => {
    for (const source of fixture().filter(({ path }) => /entity|dictionary|settings|access|module/.test(path))) {
      const found = problemsOf([{ path: source.path, text: '{' }])
      expect(found, source.path).toHaveLength(1)
      expect(found[0]).toContain('json-syntax')
    }
  })

  it('does not tell what follows from a dictionary that cannot be read, whose codes a rule names', () => {
    const path = 'bindery/aspect.dictionary.json'
    const compiled = compile(binderySources().map((source) => (source.path === path ? { path, text: '{' } : source)))
    expect(compiled.ok ? [] : compiled.problems.map(({ code }) => code)).toEqual(['json-syntax'])
  })

  it('tells of any misspelled key of a manifest that one cause, and only counts what follows', () => {
    // LOOPS_SEED draws a sixth; `npm run loops` tries all.
    let turn = loopSeed % 6
    const sources = binderySources()
    const told = sources
      .filter(({ path }) => path.endsWith('.json'))
      .flatMap((source) => {
        const manifest = JSON.parse(source.text) as object
        return Object.keys(manifest)
          .filter((key) => key !== '$schema')
          .filter(() => isWhole || ++turn % 6 === 0)
          .map((key) => {
            const misspelled = Object.entries(manifest).map(([name, value]) => [
              name === key ? `${name}q` : name,
              value,
            ])
            const text = JSON.stringify(Object.fromEntries(misspelled))
            const compiled = compile(
              sources.map((other) => (other === source ? { ...other, text } : other)),
              names,
            )
            return [`${source.path} ${key}`, compiled.ok ? [] : compiled.problems.map(({ code }) => code)] as const
          })
      })
    expect(told.length).toBeGreaterThan(isWhole ? 300 : 50)
    expect(told.filter(([, codes]) => codes.join() !== 'unknown-key')).toEqual([])
  })

  it('does not tell what follows from a missing title', () => {
    const book = own('lending/book.entity.json')
    delete book.fields.genre.title
    expect(problemsOf([put('lending/book.entity.json', book)])).toHaveLength(1)
  })
})

describe('promises', () => {
  it('the App is frozen through and through', () => {
    const look = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      expect(Object.isFrozen(value)).toBe(true)
      Object.values(value).forEach(look)
    }
    look(app)
  })

  it('the App is plain JSON', () => expect(JSON.parse(JSON.stringify(app))).toEqual(app))

  it('a name that nobody declared finds nothing', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      expect(
        [
          app.entities[name],
          app.screens[name],
          app.dictionaries[name],
          app.settings[name],
          app.endpoints[name],
          app.modules[name],
          entity('book').fields[name],
          entity('book').transitions[name],
        ].every((found) => found === undefined),
      ).toBe(true)
    }
  })

  it('the digest follows the files, not their order', () => {
    const digest = (sources: readonly Source[]): string => (compile(sources) as { ok: true; app: App }).app.revision
    expect(digest(fixture().reverse())).toBe(app.revision)
    expect(
      digest(
        fixture([
          put('people/noticeKind.dictionary.json', {
            ...own('people/noticeKind.dictionary.json'),
            title: ['类', 'Kind'],
          }),
        ]),
      ),
    ).not.toBe(app.revision)
  })

  it('an icon and a block that nobody draws are problems, an operation only when the operations are given', () => {
    const page = put('people/Page.screen.json', {
      path: '/page',
      title: ['页', 'Page'],
      kind: 'page',
      icon: 'whatever',
      blocks: [{ kind: 'whatever' }],
    })
    const codesOf = (compiled: ReturnType<typeof compile>) =>
      compiled.ok ? [] : compiled.problems.map(({ code }) => code).sort()
    expect(codesOf(compile(fixture([page])))).toEqual(['unknown-block', 'unknown-icon'])
    expect(compile(fixture()).ok).toBe(true)
    expect(codesOf(compile(fixture(), { operations: ['other'] }))).toContain('unknown-operation')
  })

  describe.each(['dashboard', 'page', 'list'])('on a screen of kind %s', (kind) => {
    const records = kind === 'list' ? { entity: 'book', columns: ['title'] } : {}
    const kinds = [
      'queues',
      'figures',
      'latest',
      'reminder',
      'text',
      'frame',
      'call',
      'signIn',
      'notFound',
      'noPermission',
    ]

    it.each(kinds)('a misspelled block %s is a problem with its name', (block) => {
      const screen = { path: '/page', title: ['页', 'Page'], kind, ...records, blocks: [{ kind: `${block}s` }] }
      const problems = problemsOf([put('people/Page.screen.json', screen)])
      expect(problems).toContainEqual(expect.stringMatching(new RegExp(`unknown-block[^]*Did you mean "${block}"`)))
    })
  })

  it.each(['people/Page.screen.json', 'lending/module.json'])(
    'a misspelled icon in %s is a problem with its name',
    (file) => {
      const screen = { path: '/page', title: ['页', 'Page'], kind: 'page', icon: 'homee', blocks: [] }
      const manifest = file.endsWith('module.json') ? { ...own(file), icon: 'homee' } : screen
      expect(problemsOf([put(file, manifest)])).toContainEqual(
        expect.stringMatching(/unknown-icon[^]*Did you mean "home"/),
      )
    },
  )

  it.each(['constructor', 'toString', 'hasOwnProperty'])(
    'a block %s is unknown, like any other that nobody declared',
    (block) => {
      expect(
        problemsOf([
          put('people/Page.screen.json', {
            path: '/page',
            title: ['页', 'Page'],
            kind: 'page',
            blocks: [{ kind: block }],
          }),
        ]),
      ).toEqual([expect.stringContaining('unknown-block')])
    },
  )

  it('nothing makes it throw: text cut, doubled and replaced anywhere', () => {
    const sources = fixture()
    fc.assert(
      fc.property(
        fc.nat(sources.length - 1),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(40),
        fc.oneof(
          fc.string(),
          fc.constantFrom('{', '}', '"', '[', ']', '\\', 'null', '__proto__', '中', '\u0000', ',', ':{}'),
        ),
        (file, place, length, put) => {
          const text = sources[file]!.text
          const at = Math.floor(place * text.length)
          expectSound(
            compile(
              sources.with(file, { ...sources[file]!, text: text.slice(0, at) + put + text.slice(at + length) }),
              names,
            ),
          )
        },
      ),
      { numRuns: 150 },
    )
  })

  it.each([[[]], [[5, 'Code']], [[null, 'Code']], [{ zh: 5, en: 'Code' }]])(
    'half a text is a problem and does not make it throw: %j',
    (message) => {
      const path = 'people/library.entity.json'
      const { unique, ...manifest } = own(path) as { unique: Record<string, unknown>[] }
      const found = problemsOf([put(path, { ...manifest, unique: unique.map((rule) => ({ ...rule, message })) })])
      expect(found.length).toBeGreaterThan(0)
      for (const problem of found) expect(problem).toContain('message')
    },
  )

  it('nothing makes it throw: values put where others stood', () => {
    const sources = fixture()
    fc.assert(
      fc.property(
        fc.nat(sources.length - 1),
        fc.nat(),
        fc.oneof(
          fc.jsonValue({ maxDepth: 2 }),
          fc.constantFrom(
            'no',
            'book',
            'book.lend',
            'constructor',
            '__proto__',
            'a.b.c.d.e',
            'this',
            'vars.x',
            '{x}',
            'state == ',
            [[]],
            null,
          ),
        ),
        (file, which, value) => {
          const manifest: unknown = JSON.parse(sources[file]!.text)
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
          object[key] = value
          expectSound(compile(sources.with(file, { ...sources[file]!, text: JSON.stringify(manifest) }), names))
        },
      ),
      { numRuns: 250 },
    )
  })
})

function expectSound(compiled: ReturnType<typeof compile>): void {
  if (compiled.ok) expect(Object.isFrozen(compiled.app)).toBe(true)
  else expect(compiled.problems.length).toBeGreaterThan(0)
}
