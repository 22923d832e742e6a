// Proves that the checker finds every mistake of a rule once, at its position, with a suggestion.
import { describe, expect, it } from 'vitest'
import type { ValueType } from '../../../src/manifest/model/rule'
import { compileRule } from '../../../src/manifest/expression/check'
import type { RuleTarget } from '../../../src/manifest/expression/environment'
import { pathsRead } from '../../../src/manifest/expression/analyze'
import { compiled, environment } from './environment'

function problems(source: string, expected?: ValueType | ValueType[], target?: RuleTarget, where = environment) {
  return compileRule(source, where, expected, target).problems.map((problem) => ({
    ...problem,
    at: source.slice(problem.start, problem.end),
  }))
}

describe('names', () => {
  it.each<[string, ValueType, string[]]>([
    ['price', 'number', ['price']],
    ['captain', 'record', ['captain']],
    ['captain.id', 'record', ['captain']],
    ['id', 'record', ['id']],
    ['captain.harbour.name', 'text', ['captain.harbour.name']],
    ['captain.chief.chief.name', 'text', ['captain.chief.chief.name']],
    ['home.city', 'text', ['home']],
    ['captain.harbour.place.lng', 'number', ['captain.harbour.place']],
    ['this.price + before.price', 'number', []],
    ['me', 'record', []],
    ['me.harbour == tenant', 'boolean', []],
    ['input.heir.name', 'text', []],
    ['vars.total', 'number', []],
    ['settings.rates[kind]', 'number', ['kind']],
    ['seen', 'datetime', ['seen']],
    ['package', 'text', ['package']],
    ["price > 1 && captain.name == 'A' || price < 0", 'boolean', ['price', 'captain.name']],
  ])('%s is %s', (source, type, reads) => {
    expect(compiled(source)).toMatchObject({ type, readPaths: reads })
  })

  it('resolves to scope and path', () => {
    expect(compiled('this.id').node).toEqual({ kind: 'name', type: 'record', scope: 'this', path: [] })
    expect(compiled('captain.harbour').node).toEqual({
      kind: 'name',
      type: 'record',
      scope: 'record',
      path: ['captain', 'harbour'],
    })
    expect(compiled('home.city').node).toMatchObject({
      kind: 'index',
      of: { scope: 'record', path: ['home'], type: 'address' },
      key: { value: 'city' },
    })
  })

  it('finds measures, the span of a report and codes only where they are', () => {
    const report = { ...environment, record: undefined, measures: { gained: 'number' as const }, period: true }
    expect(compiled('gained / 2', report).node).toMatchObject({ left: { scope: 'measure', path: ['gained'] } })
    expect(compiled('period.from', report)).toMatchObject({ type: 'date' })
    expect(compiled("code != 'sloop'", { ...environment, code: ['sloop', 'ketch'] }).node).toMatchObject({
      left: { scope: 'code', path: [] },
    })
    expect(problems('period.from')[0]).toMatchObject({ code: 'rule-name', at: 'period' })
    expect(problems("code != 'slop'", undefined, undefined, { ...environment, code: ['sloop'] })[0]).toMatchObject({
      code: 'rule-code',
      hint: 'Did you mean "sloop"?',
    })
  })

  it('knows what a tree reads of any scope', () => {
    expect(pathsRead(compiled('this.captain.name == name && this.id != id').node, 'this')).toEqual([
      'captain.name',
      'id',
    ])
  })

  it.each([
    ['pirce > 1', 'pirce', 'Did you mean "price"?'],
    ['captain.nam', 'nam', 'Did you mean "name"?'],
    ['captain.harbour.place.town', 'town', ''],
    ['state == moored', 'moored', "A state is written in quotes: 'moored'."],
    ['settings.limt', 'limt', 'Did you mean "limit"?'],
    ['settings', 'settings', 'settings.limit'],
    ['settings.rates.sloop', 'sloop', "settings.rates['sloop']"],
    ['vars.totl > 1', 'totl', 'Did you mean "total"?'],
    ['crew.wage', 'wage', 'size('],
    ['price.cents', 'cents', ''],
    ['captain.chief.chief.chief.name', 'captain.chief.chief.chief', ''],
    ['constructor', 'constructor', ''],
    ['__proto__', '__proto__', ''],
    ['settings.toString', 'toString', ''],
  ])('refuses %s at %s', (source, at, hint) => {
    const [problem, ...more] = problems(source)
    expect(more).toEqual([])
    expect(problem).toMatchObject({ code: 'rule-name', at })
    expect(problem!.hint ?? '').toContain(hint)
  })
})

describe('types', () => {
  it.each([
    'name == 1',
    'price == name',
    'built == seen',
    'price && sold',
    '!price',
    '-name',
    'name * 2',
    "price + 'x'",
    'built + 1',
    'sold < sold',
    'captain < mate',
    'price > null',
    'papers == papers',
    "sold ? 1 : 'a'",
    "[1, 'a']",
    'price in price',
    "price in ['a']",
    'name ? 1 : 2',
    'null && sold',
    'null == null',
    "name == ''",
    'captain == this',
    'captain in [this]',
    'home.city[1]',
    'settings.kinds[1]',
    'settings.rates[price]',
  ])('refuses %s', (source) => {
    expect(problems(source).map((problem) => problem.code)).toEqual(['rule-type'])
  })

  it.each([
    'name == null',
    'captain != null',
    'papers == null',
    'home != null',
    "(captain == null) == (state == 'moored')",
    "name < 'b'",
    'captain in [mate, me]',
    'captain == me',
    'id == this.id',
    'price in [1, 2.5]',
    'sold ? price : null',
    'coalesce(price, null, 0) > 1',
    'max(built, date(seen)) > today()',
    'size(crew) + size(papers) + size(name) + size(settings.kinds)',
    "name + ' ' + text(price)",
    'kind in settings.kinds',
    'name in []',
    'daysBetween(built, now())',
    'roleGrants(name)',
    'addDays(now(), 2) < now()',
    'round(price / 3, 2)',
    'round(price)',
    "contains(name, 'x') && hasPermission('p_sail')",
    "state in ['moored', 'sailing']",
    'month(seen) == month(built)',
  ])('takes %s', (source) => {
    expect(problems(source)).toEqual([])
  })

  it('reports every mistake once, where it stands', () => {
    expect(problems("pirce > 1 && state == 'mored' && nme + 1 > 2").map((problem) => problem.at)).toEqual([
      'pirce',
      "'mored'",
      'nme',
    ])
  })

  it('holds the result against what the place takes', () => {
    expect(problems('price', 'boolean')[0]).toMatchObject({ code: 'rule-result', at: 'price' })
    expect(problems('seen', 'date')[0]!.hint).toContain('date(')
    expect(problems('null', 'boolean')).toHaveLength(1)
    expect(problems('null', 'number')).toEqual([])
    expect(problems('price', ['number', 'text'])).toEqual([])
    expect(problems("sold ? 'sloop' : 'katch'", 'text', { codes: ['sloop', 'ketch'] })[0]).toMatchObject({
      code: 'rule-code',
      hint: 'Did you mean "ketch"?',
    })
    expect(problems('captain', 'record', { entity: 'harbour' })[0]).toMatchObject({ code: 'rule-result' })
    expect(problems('sold ? captain : mate', 'record', { entity: 'sailor' })).toEqual([])
  })
})

describe('codes', () => {
  it.each([
    ["state == 'morred'", "'morred'", 'Did you mean "moored"?'],
    ["'sailng' != state", "'sailng'", 'Did you mean "sailing"?'],
    ["kind in ['sloop', 'kech']", "'kech'", 'Did you mean "ketch"?'],
    ["captain.state == 'moored'", "'moored'", 'ashore'],
    ["captain.state == 'onDuty'", "'onDuty'", "state in ['onDuty']"],
    ["state in ['onDuty']", "'onDuty'", 'moored'],
    ["captain.state in ['onDtuy']", "'onDtuy'", 'Did you mean "onDuty"?'],
    ['kind in settings.wrongKinds', 'settings.wrongKinds', 'Did you mean "ketch"?'],
    ["settings.rates['brig'] > 1", "'brig'", 'sloop'],
  ])('refuses %s', (source, at, hint) => {
    const found = problems(source)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ code: 'rule-code', at })
    expect(found[0]!.hint).toContain(hint)
  })

  it('puts the states of a group in its place, each once', () => {
    const { rule } = compileRule("captain.state in ['aboard', 'onDuty']", environment, 'boolean')
    expect(rule?.source).toBe("(captain.state in ['aboard', 'ashore'])")
  })

  it('wants permission codes written out and existing', () => {
    expect(problems("roleGrants('p_sal')")[0]).toMatchObject({ code: 'rule-permission' })
    expect(problems("hasPermission('p_sal')")[0]).toMatchObject({
      code: 'rule-permission',
      hint: 'Did you mean "p_sail"?',
    })
    expect(problems('hasPermission(name)')[0]).toMatchObject({ code: 'rule-arguments' })
  })
})

describe('functions', () => {
  it.each([
    ['siz(name)', 'rule-function', 'Did you mean "size"?'],
    ['toString(name)', 'rule-function', ''],
    ['daysBetween(built)', 'rule-arguments', 'daysBetween(from, to)'],
    ['now(1)', 'rule-arguments', 'now()'],
    ['abs(name)', 'rule-arguments', ''],
    ['round(price, size)', 'rule-arguments', ''],
    ['round(price, 13)', 'rule-arguments', ''],
    ['max(price, built)', 'rule-type', ''],
    ['size(price)', 'rule-arguments', ''],
    ['date(name)', 'rule-arguments', ''],
  ])('%s: %s', (source, code, hint) => {
    expect(problems(source)).toHaveLength(1)
    expect(problems(source)[0]).toMatchObject({ code })
    expect(problems(source)[0]!.hint ?? '').toContain(hint)
  })
})
