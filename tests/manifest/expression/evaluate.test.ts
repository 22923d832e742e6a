// Proves that rules mean what the table in evaluate.ts defines. Compares numbers with BigInt and
// days with Intl.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RuleNode } from '../../../src/manifest/model/rule'
import { compileRule } from '../../../src/manifest/expression/check'
import { evaluate, truthy } from '../../../src/manifest/expression/evaluate'
import { toRaw } from '../../../src/manifest/expression/values/value'
import { Exact } from '../../../src/manifest/expression/values/decimal'
import { compiled, environment, plain, reading, valueOf, world } from './environment'

// Integers of up to 30 digits with 0 to 8 digits after the point, as text and as a BigInt scaled by 10^8.
const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: 0, max: 8 }))
  .map(([digits, scale]) => ({ text: textOf(digits, scale), scaled: digits * 10n ** BigInt(8 - scale) }))

function textOf(digits: bigint, scale: number): string {
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0')
  const whole = text.slice(0, text.length - scale)
  return `${digits < 0n ? '-' : ''}${whole}${scale ? `.${text.slice(-scale)}` : ''}`
}

function scaledTo(text: string, scale: number): bigint {
  return BigInt(new Exact(text).times(new Exact(10).pow(scale)).toFixed())
}

/** Half away from zero, over BigInts. */
function rounded(numerator: bigint, denominator: bigint): bigint {
  const [n, d] = [numerator < 0n ? -numerator : numerator, denominator < 0n ? -denominator : denominator]
  const quotient = (n * 2n + d) / (d * 2n)
  return numerator < 0n !== denominator < 0n ? -quotient : quotient
}

describe('numbers are exact', () => {
  it('adds, takes away, multiplies and compares as BigInts do', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const values = { price: a.text, draft: b.text }
        expect(scaledTo(String(plain('price + draft', values)), 8)).toBe(a.scaled + b.scaled)
        expect(scaledTo(String(plain('price - draft', values)), 8)).toBe(a.scaled - b.scaled)
        expect(scaledTo(String(plain('price * draft', values)), 16)).toBe(a.scaled * b.scaled)
        expect(plain('price < draft', values)).toBe(a.scaled < b.scaled)
        expect(plain('price == draft', values)).toBe(a.scaled === b.scaled)
      }),
    )
  })

  it('divides to twelve digits, half away from zero, and leaves the remainder with the sign of the dividend', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const values = { price: a.text, draft: b.text }
        if (b.scaled === 0n) return void expect(plain('price / draft', values)).toBe(null)
        expect(scaledTo(String(plain('price / draft', values)), 12)).toBe(rounded(a.scaled * 10n ** 12n, b.scaled))
        expect(scaledTo(String(plain('price % draft', values)), 8)).toBe(a.scaled % b.scaled)
      }),
    )
  })

  it('rounds half away from zero', () => {
    fc.assert(
      fc.property(decimal, (a) => {
        expect(scaledTo(String(plain('round(price, 2)', { price: a.text })), 2)).toBe(rounded(a.scaled, 10n ** 6n))
      }),
    )
    expect(plain('round(price, 2)', { price: '1.005' })).toBe('1.01')
    expect(plain('round(price, 2)', { price: '-1.005' })).toBe('-1.01')
    expect(plain('round(price)', { price: '2.5' })).toBe('3')
    expect(plain('price / 2', { price: '0.000000000001' })).toBe('0.000000000001')
    expect(plain('price / 2', { price: '-0.000000000005' })).toBe('-0.000000000003')
    expect(plain('price / 3', { price: '2' })).toBe('0.666666666667')
  })

  it('takes JavaScript numbers by their shortest text', () => {
    expect(plain('price + draft', { price: 0.1, draft: 0.2 })).toBe('0.3')
    expect(plain("size * settings.rates['sloop']", { size: 3 })).toBe('0.15')
  })

  it.each([
    [null],
    [undefined],
    [''],
    ['12.'],
    ['1e3'],
    ['abc'],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [{}],
    [[]],
    [true],
  ])('reads %s as null', (raw) => {
    expect(plain('price', { price: raw })).toBe(null)
  })
})

describe('null', () => {
  const anything = fc.oneof(fc.constant(null), fc.constantFrom('1', '2.50', '-3'))

  it('makes arithmetic and order null, equality never', () => {
    fc.assert(
      fc.property(
        anything,
        anything,
        fc.constantFrom('+', '-', '*', '/', '%', '<', '<=', '>', '>='),
        (price, draft, op) => {
          const value = valueOf(`price ${op} draft`, { price, draft })
          expect(value === null).toBe(price === null || draft === null)
        },
      ),
    )
    fc.assert(
      fc.property(anything, anything, (price, draft) => {
        expect(valueOf('price == draft', { price, draft })).toBe(
          price === null || draft === null ? price === draft : Number(price) === Number(draft),
        )
        expect(valueOf('price != draft', { price, draft })).toBe(
          !(valueOf('price == draft', { price, draft }) as boolean),
        )
      }),
    )
  })

  it('is false for && || ! and ?:', () => {
    const condition = fc.constantFrom(true, false, null)
    fc.assert(
      fc.property(condition, condition, (sold, other) => {
        const values = { sold, 'this.sold': other }
        const [a, b] = [sold === true, other === true]
        expect(valueOf('sold && this.sold', values)).toBe(a && b)
        expect(valueOf('sold || this.sold', values)).toBe(a || b)
        expect(valueOf('!sold', values)).toBe(!a)
        expect(valueOf("sold ? 'y' : 'n'", values)).toBe(a ? 'y' : 'n')
        expect(truthy(compiled('sold').node, reading(values), world)).toBe(a)
      }),
    )
    expect(valueOf('!(price > 1)', { price: null })).toBe(true)
  })

  it.each<[string, unknown]>([
    ["name in ['a', null]", false],
    ['price in []', false],
    ["name + 'x'", 'x'],
    ['name + note', ''],
    ['-price', null],
    ['abs(price)', null],
    ['round(price, 2)', null],
    ['date(seen)', null],
    ['daysBetween(built, seen)', null],
    ['daysBetween(built, today())', null],
    ['addDays(built, 1)', null],
    ['addDays(today(), size)', null],
    ['weekday(built)', null],
    ['month(seen)', null],
    ['hour(seen)', null],
    ['max(price, 1)', null],
    ['min(price, 1)', null],
    ['coalesce(price, null, draft, 2)', '2'],
    ['size(name)', '0'],
    ['size(papers)', '0'],
    ['size(crew)', '0'],
    ["contains(name, '')", false],
    ["startsWith('a', name)", false],
    ["endsWith(name, 'a')", false],
    ['text(price)', null],
    ['number(name)', null],
    ['home.city', null],
    ['settings.rates[kind]', null],
  ])('%s of nothing is %s', (source, expected) => {
    expect(plain(source)).toBe(expected)
  })

  it('is what an empty text counts as', () => {
    expect(plain('name == null', { name: '' })).toBe(true)
    expect(plain('home.district == null', { home: { district: '' } })).toBe(true)
    expect(toRaw('', 'string')).toBe(null)
  })
})

describe('operators and functions', () => {
  it.each<[string, Readonly<Record<string, unknown>>, unknown]>([
    ['captain == me', { captain: { id: 7, label: 'A' }, 'me.id': 7 }, true],
    ['captain == mate', { captain: 7, mate: '7' }, true],
    ['captain in [mate, me]', { captain: 7, mate: 8, 'me.id': 9 }, false],
    ['captain.harbour.name', { 'captain.harbour.name': 'Kiel' }, 'Kiel'],
    ['id != this.id', { id: 1, 'this.id': 2 }, true],
    ["kind in ['sloop']", { kind: 'sloop' }, true],
    ['kind in settings.kinds', { kind: 'ketch' }, true],
    ["settings.rates['ketch'] * 3", {}, '0.3'],
    ['price > 1 || 1 / 0 > 1', { price: 2 }, true],
    ["name < 'b'", { name: 'a' }, true],
    ['name < note', { name: '\uffff', note: '\u{1f600}' }, true],
    ['name < note', { name: '\u{1f600}', note: '\u{1f601}' }, true],
    ['name < note', { name: 'ab', note: 'a' }, false],
    ['home.city', { home: { city: '青岛' } }, '青岛'],
    ['home.lng + 1', { home: { lng: 120.5 } }, '121.5'],
    ['date(seen)', { seen: '2024-01-31T16:00:00.000Z' }, '2024-02-01'],
    ['date(seen)', { seen: '2024-01-31T15:59:59.999999Z' }, '2024-01-31'],
    ['date(built)', { built: '2024-01-31' }, '2024-01-31'],
    ['today()', {}, '2024-03-11'],
    ['seen < now()', { seen: '2024-03-10T17:30:00.249Z' }, true],
    ['seen == this.seen', { seen: '2024-03-10T17:30:00Z', 'this.seen': '2024-03-11T01:30:00.000000+08:00' }, true],
    ['seen < this.seen', { seen: '2024-03-10T17:30:00.123Z', 'this.seen': '2024-03-10T17:30:00.123001Z' }, true],
    ['seen == this.seen', { seen: new Date(0), 'this.seen': '1970-01-01T00:00:00Z' }, true],
    ['built', { built: new Date('2024-01-31T16:30:00Z') }, '2024-02-01'],
    ['built == null', { built: '2023-02-29' }, true],
    ['daysBetween(built, today())', { built: '2024-03-01' }, '10'],
    ['daysBetween(seen, now())', { seen: '2024-03-07T17:30:00.251Z' }, '2'],
    ['daysBetween(now(), seen)', { seen: '2024-03-07T17:30:00.251Z' }, '-2'],
    ['daysBetween(built, seen)', { built: '2024-01-01', seen: '2024-01-01T17:00:00Z' }, '1'],
    ['addDays(built, 30)', { built: '2024-01-31' }, '2024-03-01'],
    ['addDays(built, 0 - 1.9)', { built: '2024-03-01' }, '2024-02-29'],
    ['addDays(built, 1)', { built: '9999-12-31' }, null],
    ['addDays(built, 99999999999)', { built: '2024-01-01' }, null],
    ['addDays(seen, 1)', { seen: '2024-01-01T00:00:00.123456Z' }, '2024-01-02T00:00:00.123456Z'],
    ['addMonths(built, 1.9)', { built: '2023-01-31' }, '2023-02-28'],
    ['addMonths(built, 0 - 3)', { built: '2024-05-31' }, '2024-02-29'],
    ['addYears(built, 1)', { built: '2024-02-29' }, '2025-02-28'],
    ['addYears(built, 9999)', { built: '2024-01-01' }, null],
    ['weekday(built)', { built: '2024-03-03' }, '7'],
    ['weekday(seen)', { seen: '2024-03-03T16:00:00Z' }, '1'],
    ['month(seen)', { seen: '2024-01-31T16:00:00Z' }, '2024-02'],
    ['hour(seen)', { seen: '2024-01-31T15:59:59Z' }, '23'],
    ['hour(seen)', { seen: '2024-01-31T16:00:00Z' }, '0'],
    ['max(price, draft, 3)', { price: '2.5', draft: '10' }, '10'],
    ['min(built, today())', { built: '2020-01-01' }, '2020-01-01'],
    ['abs(price)', { price: '-3.10' }, '3.1'],
    ['size(name)', { name: '船😀' }, '2'],
    ['size(papers) + size(crew)', { papers: [{}, {}], crew: [{}] }, '3'],
    ["contains(name, 'ea') && startsWith(name, 'S') && endsWith(name, 'a')", { name: 'Sea' }, true],
    ["contains(name, 'EA')", { name: 'Sea' }, false],
    ["text(price) + '/' + text(sold)", { price: '23480.00', sold: true }, '23480/true'],
    ['text(seen)', { seen: '2024-01-31T16:05:00Z' }, '2024-02-01 00:05'],
    ['text(built) + text(captain)', { built: '2024-01-31', captain: 5 }, '2024-01-315'],
    ['number(name) + 1', { name: '-0.5' }, '0.5'],
    ['number(name)', { name: '0x10' }, null],
    ["hasPermission('p_sail') && !hasPermission('p_moor')", {}, true],
    ['vars.total == 0 && settings.limit == 3', { 'vars.total': 0 }, true],
  ])('%s', (source, values, expected) => {
    expect(plain(source, values)).toBe(expected)
  })

  it('does not look at the right side when the left one decides', () => {
    const read = (_: string, path: readonly string[]): unknown => {
      if (path[0] === 'note') throw new Error('looked')
      return undefined
    }
    expect(evaluate(compiled('name != null && note != null').node, read, world)).toBe(false)
    expect(evaluate(compiled('name == null || note != null').node, read, world)).toBe(true)
  })

  it('follows the clock of the zone through a change of its offset', () => {
    const berlin = { ...world, timezone: 'Europe/Berlin' }
    const day = (seen: string) => evaluate(compiled('text(seen)').node, reading({ seen }), berlin)
    expect(day('2024-03-31T00:59:00Z')).toBe('2024-03-31 01:59')
    expect(day('2024-03-31T01:00:00Z')).toBe('2024-03-31 03:00')
    expect(day('2024-10-27T01:00:00Z')).toBe('2024-10-27 02:00')
  })

  it('agrees with Intl on the day at any moment', () => {
    const zones = ['Asia/Shanghai', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Auckland', 'UTC']
    const moment = fc.date({ min: new Date('1950-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    const formats = new Map(
      zones.map((zone) => [
        zone,
        new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }),
      ]),
    )
    const { node } = compiled('date(seen)')
    fc.assert(
      fc.property(moment, fc.constantFrom(...zones), (seen, timezone) => {
        expect(evaluate(node, reading({ seen }), { ...world, timezone })).toBe(formats.get(timezone)!.format(seen))
      }),
    )
  })

  it('goes forth and back by days', () => {
    const day = fc
      .date({ min: new Date('0400-01-01'), max: new Date('9000-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    fc.assert(
      fc.property(day, fc.integer({ min: -100_000, max: 100_000 }), (built, size) => {
        expect(plain('daysBetween(built, addDays(built, size))', { built, size })).toBe(String(size))
      }),
    )
  })
})

describe('any rule that compiles', () => {
  // Rules grown from the language itself, type by type, so that every operator meets every kind of value.
  const { numbers, conditions, texts } = fc.letrec<{ numbers: string; conditions: string; texts: string }>((tie) => ({
    numbers: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('price', 'draft', 'size', '0', '2.50', 'settings.limit', 'size(name)', 'home.lng', 'vars.total'),
      fc
        .tuple(tie('numbers'), fc.constantFrom('+', '-', '*', '/', '%'), tie('numbers'))
        .map(([a, op, b]) => `(${a} ${op} ${b})`),
      fc.tuple(tie('conditions'), tie('numbers'), tie('numbers')).map(([t, a, b]) => `(${t} ? ${a} : ${b})`),
      tie('numbers').map((a) => `-round(${a}, 3)`),
      fc.tuple(tie('numbers'), tie('numbers')).map(([a, b]) => `max(${a}, coalesce(${b}, 1))`),
    ),
    conditions: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(
        'sold',
        '(captain == mate)',
        "(state == 'moored')",
        "(kind in ['sloop'])",
        '(daysBetween(built, seen) > 1)',
        '(captain == null)',
      ),
      fc
        .tuple(tie('numbers'), fc.constantFrom('==', '!=', '<', '<=', '>', '>='), tie('numbers'))
        .map(([a, op, b]) => `(${a} ${op} ${b})`),
      fc
        .tuple(tie('conditions'), fc.constantFrom('&&', '||', '==', '!='), tie('conditions'))
        .map(([a, op, b]) => `(${a} ${op} ${b})`),
      tie('conditions').map((a) => `!${a}`),
      fc.tuple(tie('texts'), tie('texts')).map(([a, b]) => `contains(${a}, ${b})`),
    ),
    texts: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('name', 'note', "'x'", 'text(price)', 'month(seen)'),
      fc.tuple(tie('texts'), tie('texts')).map(([a, b]) => `(${a} + ${b})`),
    ),
  }))
  const raw = fc.oneof(
    fc.constant(null),
    fc.constant(undefined),
    fc.constant(''),
    fc.boolean(),
    fc.integer(),
    fc.double(),
    fc.constantFrom('1', '-2.5', 'sloop', 'moored', '2024-01-31', '2024-01-31T16:00:00Z'),
    fc.constant({ id: 3, label: 'x', lng: 1 }),
    fc.constant([{}]),
  )
  const values = fc.record(
    Object.fromEntries(
      [
        'price',
        'draft',
        'size',
        'name',
        'note',
        'sold',
        'captain',
        'mate',
        'state',
        'kind',
        'built',
        'seen',
        'home',
        'vars.total',
      ].map((name) => [name, raw]),
    ),
  )

  it('evaluates on whatever values, to its type, the same every time', () => {
    fc.assert(
      fc.property(fc.oneof(numbers, conditions, texts), values, (source, record) => {
        const { rule, problems } = compileRule(source, environment)
        expect(problems).toEqual([])
        const value = evaluate(rule!.node, reading(record), world)
        if (value !== null)
          expect(rule!.type).toBe(
            typeof value === 'boolean' ? 'boolean' : typeof value === 'string' ? 'text' : 'number',
          )
        expect(evaluate(JSON.parse(JSON.stringify(rule!.node)) as RuleNode, reading(record), world)).toEqual(value)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('toRaw', () => {
  it('writes what the database and the wire keep', () => {
    expect(toRaw(new Exact('23480'), 'money')).toBe('23480.00')
    expect(toRaw(new Exact('0.005'), 'money')).toBe('0.01')
    expect(toRaw(new Exact('-0.001'), 'money')).toBe('0.00')
    expect(toRaw(new Exact('1.23456'), 'decimal', 4)).toBe('1.2346')
    expect(toRaw(new Exact('1'), 'decimal')).toBe('1.00')
    expect(toRaw(new Exact('2.5'), 'int')).toBe(3)
    expect(Object.is(toRaw(new Exact('-0.1'), 'int'), 0)).toBe(true)
    expect(toRaw('2024-01-01T00:00:00.250000Z', 'datetime')).toBe('2024-01-01T00:00:00.250Z')
    expect(toRaw('2024-01-01T00:00:00.250001Z', 'datetime')).toBe('2024-01-01T00:00:00.250001Z')
    expect(toRaw(null, 'money')).toBe(null)
    expect(toRaw(7, 'ref')).toBe(7)
    expect(() => toRaw(new Exact('1e17'), 'int')).toThrow(RangeError)
  })

  it('is read back as the same number', () => {
    fc.assert(
      fc.property(decimal, ({ text }) => {
        expect(plain('draft', { draft: toRaw(new Exact(text), 'decimal', 8) })).toBe(new Exact(text).toFixed())
      }),
    )
  })
})
