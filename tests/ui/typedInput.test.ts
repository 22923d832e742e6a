// Proves that inputs understand what users type and paste.
import { untranslated } from '../../src/manifest/model/text'
import { areaList } from '@vant/area-data'
import { describe, expect, it } from 'vitest'
import type { Field } from '../../src/manifest/model/field'
import { clockAt, momentAtClock, momentOf } from '../../src/manifest/expression/values/calendar'
import { fillLineNumbers } from '../../src/manifest/fieldTypes/lineNumbers'
import {
  comparedNumber,
  numberValue,
  parseInput,
  plainMobile,
  plainNumber,
  splitAddress,
  typedText,
} from '../../src/manifest/fieldTypes/parseInput'
import { boundsOf, clampToBounds } from '../../src/ui/controls/dialogs/DraggableDialog'
import { typedDay } from '../../src/ui/inputs/base/typedDay'
import { regionMeant } from '../../src/ui/inputs/address/regionMeant'
import { readRegions } from '../../src/manifest/fieldTypes/regions'
import { sizeText } from '../../src/client/text/format'
import { fileRejection } from '../../src/ui/inputs/base/fileLimits'
import { copyLine, newLine, pasteInto, type Line } from '../../src/ui/inputs/lineModel/editLines'
import { LineSums } from '../../src/ui/inputs/lineModel/lineSums'
import { pastedTable } from '../../src/ui/inputs/lineModel/pastedTable'
import { groupedNumber } from '../../src/ui/inputs/base/numberText'
import { UnknownValueError } from '../../src/ui/rules/unknownValue'
import { groupedOptions, setField } from '../../src/ui/inputs/lineModel/codeGroups'

const field = (name: string, type: Field['type'], part: Partial<Field> = {}): Field => ({
  name,
  type,
  title: untranslated(name),
  required: false,
  stored: true,
  system: false,
  ...part,
})
const dictionaries = {
  unit: {
    name: 'unit',
    title: { zh: '单位', en: 'Unit' },
    items: [
      { code: 'm2', title: { zh: '平方米', en: 'm²' }, retired: false },
      { code: 'old', title: { zh: '旧', en: 'Old' }, retired: true },
    ],
  },
} as const
const zone = 'Asia/Shanghai'

describe('numbers', () => {
  it('are plain text whatever people put around them', () => {
    expect(plainNumber('￥1,234.50')).toBe('1234.50')
    expect(plainNumber('１２３。５')).toBe('123.5')
    expect(plainNumber('007')).toBe('7')
    expect(plainNumber('-0')).toBe('0')
    expect(plainNumber('\u200e1,234\u202c')).toBe('1234')
    expect(plainNumber('.5')).toBe('0.5')
    expect(plainNumber(' 12a ')).toBe('12a')
  })
  it('keep every digit', () =>
    expect(numberValue('99999999999999999999.01', { type: 'money' })).toBe('99999999999999999999.01'))
  it('of whole numbers are numbers, of anything else what was typed', () => {
    expect(numberValue('1,200', { type: 'int' })).toBe(1200)
    expect(numberValue('1.5', { type: 'int' })).toBe('1.5')
    expect(numberValue('', { type: 'int' })).toBeNull()
  })
  it('of percent are typed and shown in percent, whatever the value counts', () => {
    const [part, whole] = [{ type: 'decimal', format: 'percent' } as const, { type: 'int', format: 'percent' } as const]
    for (const [typed, value] of [
      ['5', '0.05'],
      ['3.5%', '0.035'],
      ['100', '1'],
      ['x', 'x'],
    ] as const)
      expect(numberValue(typed, part)).toBe(value)
    expect([typedText('0.0500', part), typedText('0.035', part), typedText(null, part)]).toEqual(['5', '3.5', ''])
    expect([numberValue('60%', whole), typedText(60, whole)]).toEqual([60, '60'])
  })
  it('to filter by are those that a field keeps, or none', () => {
    expect(comparedNumber('80', { type: 'decimal', format: 'percent' })).toBe('0.8')
    expect(comparedNumber('60%', { type: 'int', format: 'percent' })).toBe('60')
    expect(['1,000', '￥2.5', '-', 'abc', ''].map((typed) => comparedNumber(typed, { type: 'money' }))).toEqual([
      '1000',
      '2.5',
      null,
      null,
      null,
    ])
  })
  it('of percent in sheets are a percentage or what is kept', () => {
    const valueOf = (text: string, type: Field['type'], format?: 'percent') =>
      parseInput(text, field('a', type, { format }), {}, zone)
    expect(valueOf('50%', 'decimal', 'percent')).toEqual({ value: '0.5' })
    expect(valueOf('0.05', 'decimal', 'percent')).toEqual({ value: '0.05' })
    expect(valueOf('12.5 ％', 'decimal')).toEqual({ value: '0.125' })
    for (const text of ['50%', '50', '0.5']) expect(valueOf(text, 'int', 'percent')).toEqual({ value: 50 })
    expect(valueOf('0.5', 'int')).toEqual({ value: '0.5' })
    expect(valueOf('50%', 'money')).toBeUndefined()
  })
  it('are grouped for reading', () => {
    expect(groupedNumber('23480', 2)).toBe('23,480.00')
    expect(groupedNumber('-1234567.5', 2)).toBe('-1,234,567.50')
    expect(groupedNumber('12a')).toBe('12a')
  })
})

describe('clocks', () => {
  it('show the product’s time whatever the browser’s is', () =>
    expect(clockAt(new Date('2025-03-08T02:00:00Z'), zone)).toBe('2025-03-08T10:00:00'))
  it('come back as the same moment, also over a change to summer time', () => {
    expect(momentAtClock('2025-03-08T10:00', zone)).toBe('2025-03-08T02:00:00.000Z')
    expect(momentAtClock('2025-03-30T04:30', 'Europe/Berlin')).toBe('2025-03-30T02:30:00.000Z')
    expect(momentAtClock('2025-03-30T01:30', 'Europe/Berlin')).toBe('2025-03-30T00:30:00.000Z')
  })
  it('are no moment where there is no such day, time or offset', () => {
    const clocks = ['nonsense', '2025-03-08', '2025-02-31T10:00', '2025-03-08T24:00', '2025-03-08T09:60']
    for (const text of clocks) expect(momentAtClock(text, zone), text).toBeNull()
    for (const offset of ['+99:99', '+24:00', '-08:60']) expect(momentOf(`2025-03-08T10:00:00${offset}`)).toBeNull()
  })
})

it('a day and a time are read in the full-width signs of an input method', () => {
  const zone = 'Asia/Shanghai'
  expect(typedDay('２０２７－３－１', { type: 'date' } as Field, zone)).toBe('2027-03-01')
  expect(typedDay('2027。3。1　9：05', { type: 'datetime' } as Field, zone)).toBe('2027-03-01T01:05:00.000Z')
  expect(typedDay('下周三　9：05', { type: 'datetime' } as Field, zone)).toBe('下周三　9：05')
})

it('a mobile number loses what people put between its digits', () => {
  expect(plainMobile('+86 139-1111 0001')).toBe('13911110001')
  expect(plainMobile('１３９１１１１０００１')).toBe('13911110001')
  // As address books and chats copy it, in marks that cannot be seen.
  expect(plainMobile('\u202d\uff0b86\u00a0139\u20111111\u20110001\u202c')).toBe('13911110001')
  expect(plainMobile(' 12 ')).toBe('12')
})

it('an address in one piece is taken apart', () => {
  expect(splitAddress('浙江省杭州市西湖区文三路1号')).toEqual({
    province: '浙江省',
    city: '杭州市',
    district: '西湖区',
    detail: '文三路1号',
  })
  expect(splitAddress('上海市浦东新区世纪大道8号')).toEqual({
    province: '上海市',
    city: '上海市',
    district: '浦东新区',
    detail: '世纪大道8号',
  })
  expect(splitAddress('广西壮族自治区桂林市阳朔县西街')).toEqual({
    province: '广西壮族自治区',
    city: '桂林市',
    district: '阳朔县',
    detail: '西街',
  })
  expect(splitAddress('文三路1号')).toBeNull()
})

describe('pasting', () => {
  it('reads cells of a spreadsheet, quoted ones too', () => {
    expect(pastedTable('a\tb\r\n"c ""x""\nd"\t e \r\n')).toEqual([
      ['a', 'b'],
      ['c "x"\nd', 'e'],
    ])
    expect(pastedTable('just words')).toBeNull()
  })
  it('understands cells by their field', () => {
    expect(parseInput('平方米', field('unit', 'choice', { dictionary: 'unit' }), dictionaries, zone)).toEqual({
      value: 'm2',
    })
    expect(parseInput('Old', field('unit', 'choice', { dictionary: 'unit' }), dictionaries, zone)).toBeUndefined()
    expect(parseInput('2025/3/8', field('on', 'date'), dictionaries, zone)).toEqual({ value: '2025-03-08' })
    expect(parseInput('2025-02-30', field('on', 'date'), dictionaries, zone)).toBeUndefined()
    expect(parseInput('2025/3/8 9:30', field('at', 'datetime'), dictionaries, zone)).toEqual({
      value: '2025-03-08T01:30:00.000Z',
    })
    expect(parseInput('2025/3/8 9:30:15', field('at', 'datetime'), dictionaries, zone)).toEqual({
      value: '2025-03-08T01:30:00.000Z',
    })
    expect(parseInput('8 Mar 2025', field('on', 'date'), dictionaries, zone)).toEqual({ value: '2025-03-08' })
    expect(parseInput('8 Marble 2025', field('on', 'date'), dictionaries, zone)).toBeUndefined()
    expect(parseInput('30 February 2025', field('on', 'date'), dictionaries, zone)).toBeUndefined()
    expect(parseInput('8 Mar 2025, 9:30', field('at', 'datetime'), dictionaries, zone)).toEqual({
      value: '2025-03-08T01:30:00.000Z',
    })
    expect(parseInput('2025/3/8 9:30 PM', field('at', 'datetime'), dictionaries, zone)).toBeUndefined()
    expect(parseInput('2025/3/8 9:30x', field('at', 'datetime'), dictionaries, zone)).toBeUndefined()
    expect(parseInput('¥2,280.00', field('price', 'money'), dictionaries, zone)).toEqual({ value: '2280.00' })
    expect(parseInput('是', field('odd', 'boolean'), dictionaries, zone)).toEqual({ value: true })
    expect(parseInput('SK1', field('receipt', 'ref'), dictionaries, zone)).toEqual({ searchText: 'SK1' })
  })
  it('goes from a cell to the right and down, over computed columns, and adds lines up to the most', () => {
    const columns = [field('a', 'string'), field('sum', 'money', { compute: {} as never }), field('b', 'int')]
    const pasted = pasteInto(
      [{ a: 'x', b: 1 }],
      columns,
      {
        line: 0,
        column: 0,
        cells: [
          ['1', '2'],
          ['3', 'bad'],
          ['5', '6'],
        ],
      },
      { dictionaries, zone, fresh: () => ({ b: 0 }), maxLines: 2 },
    )
    expect(pasted.lines).toEqual([
      { a: '1', b: 2 },
      { a: '3', b: 'bad' },
    ])
    expect(pasted).toMatchObject({ count: 2, unread: [{ line: 1, text: 'bad' }] })
  })
  it('leaves no value in a cell that a text was pasted into which is none of its', () => {
    const columns = [field('width', 'int'), field('odd', 'boolean'), field('receipt', 'ref')]
    const pasted = pasteInto(
      [{ width: 2400, odd: true, receipt: { id: 1, label: 'SK1' } }],
      columns,
      { line: 0, column: 0, cells: [['600mm', 'maybe', 'SK2']] },
      { dictionaries, zone, fresh: () => ({}), maxLines: 1 },
    )
    expect(pasted.lines).toEqual([{ width: '600mm', odd: null, receipt: null }])
    expect(pasted.unread.map(({ text: words }) => words)).toEqual(['600mm', 'maybe'])
    expect(pasted.finding.map(({ text: words }) => words)).toEqual(['SK2'])
  })
  it('into columns that are open only, and no further than the lines go', () => {
    const columns = [field('a', 'string'), field('b', 'int')]
    const pasted = pasteInto(
      [{ a: 'x', b: 1 }],
      columns,
      { line: 0, column: 0, cells: [['7'], ['8']] },
      {
        dictionaries,
        zone,
        fresh: () => ({}),
        maxLines: 1,
        only: ['b'],
      },
    )
    expect(pasted.lines).toEqual([{ a: 'x', b: 7 }])
  })
})

describe('lines told apart by a whole number', () => {
  const items = field('items', 'lines', {
    fields: { line: field('line', 'int'), name: field('name', 'string') },
    uniqueBy: ['line'],
  })
  it('get the next one where they have none', () =>
    expect(
      fillLineNumbers([{ name: 'a' }, { line: 7, name: 'b' }, copyLine({ line: 7, name: 'b' }, items)], items),
    ).toEqual([
      { line: 8, name: 'a' },
      { line: 7, name: 'b' },
      { line: 9, name: 'b' },
    ]))
  it('go on after the largest whole number, whatever else was typed', () => {
    const typed = [{ line: '1a' }, { line: '9.5' }, { line: 3 }]
    expect(fillLineNumbers([...typed, {}], items)).toEqual([...typed, { line: 4 }])
  })
  it('are left as they are where more, or something else, tells them apart', () => {
    for (const uniqueBy of [undefined, ['name'], ['line', 'name']])
      expect(fillLineNumbers([{ name: 'a' }], { ...items, uniqueBy })).toEqual([{ name: 'a' }])
  })
})

it('a new line has the defaults that can be known', () => {
  const world = { now: new Date(0), timezone: zone, holds: () => false }
  const named = (name: string, path: string) =>
    field(name, 'string', { default: { node: { kind: 'name', type: 'text', scope: 'this', path: [path] } } as never })
  const fields = { town: named('town', 'town'), street: named('street', 'street') }
  const read = (_scope: string, path: string) => {
    if (path.includes('town')) throw new UnknownValueError()
    return 'x'
  }
  expect(newLine(fields, read as never, world as never)).toEqual({ street: 'x' })
})

describe('the sum of a column', () => {
  const scope = { read: () => null, evaluationContext: { now: new Date(0), timezone: zone, holds: () => false } }
  const amounts = { a: field('a', 'money') }
  const textOf = (sums: LineSums, lines: readonly Line[]) => sums.textOf(lines, amounts.a, amounts, scope)

  it('is exact', () => expect(textOf(new LineSums(), [{ a: '0.1' }, { a: '0.2' }, { a: null }])).toBe('0.30'))

  it('follows each change of its lines as if all were added again', () => {
    const sums = new LineSums()
    const [one, two, three] = [{ a: '0.1' }, { a: '20' }, { a: '300.07' }]
    const steps: (readonly Line[])[] = [
      [one, two],
      [one, { a: '21' }, three],
      [three, one, { a: 'x' }],
      [two],
      [],
      [{ a: null }, two, two],
    ]
    expect(steps.map((lines) => textOf(sums, lines))).toEqual(steps.map((lines) => textOf(new LineSums(), lines)))
    expect(textOf(sums, [one, two, three])).toBe('320.17')
  })
})

describe('files', () => {
  const t = ((key: string, values?: object) => key + JSON.stringify(values ?? {})) as never
  it('are refused before they travel', () => {
    expect(fileRejection({ type: 'text/html', size: 5 }, ['image/*'], 10, t)).toContain('fileType')
    expect(fileRejection({ type: 'image/png', size: 0 }, ['image/*'], 10, t)).toContain('fileEmpty')
    expect(fileRejection({ type: 'image/png', size: 11 }, undefined, 10, t)).toContain('fileSize')
    expect(fileRejection({ type: 'image/png', size: 5 }, ['image/*'], 10, t)).toBeUndefined()
  })
  it('are not refused for a type that the server takes', () => {
    const types = ['', 'image/png', 'IMAGE/PNG']
    const refused = (accept: string[]) => types.filter((type) => fileRejection({ type, size: 5 }, accept, 10, t))
    expect([['*/*'], ['Image/*'], ['IMAGE/png'], [], ['text/csv']].map(refused)).toEqual([
      [],
      [],
      [],
      [],
      types.slice(1),
    ])
  })
  it('have sizes that people read', () =>
    expect([sizeText(512), sizeText(20 * 1024), sizeText(1.5 * 1024 * 1024)]).toEqual(['512 B', '20 kB', '1.5 MB']))
})

// spec 5.10 5.11
it('a dialog stays inside the viewport sideways and below its top', () => {
  const viewport = { width: 1000, height: 700 }
  const home = { x: 200, y: 50 }
  const bounds = boundsOf(home, { width: 600 }, viewport)
  expect(clampToBounds({ x: -500, y: -500 }, bounds)).toEqual({ x: -200, y: -50 })
  expect(clampToBounds({ x: 500, y: 900 }, bounds)).toEqual({ x: 200, y: 602 })
  // A box that is wider than the viewport shows its left edge.
  expect(clampToBounds({ x: 10, y: 10 }, boundsOf({ x: -100, y: 0 }, { width: 1200 }, viewport))).toEqual({
    x: 100,
    y: 10,
  })
})

describe('lines that are a set of codes', () => {
  const code = {
    name: 'code',
    type: 'choice',
    dictionary: 'x',
    title: { zh: '码', en: 'Code' },
    required: true,
    stored: true,
    system: false,
  } as const satisfies Field
  it('are those of one choice of which no two agree', () => {
    expect(setField({ fields: { code }, uniqueBy: ['code'] })).toBe(code)
    expect(setField({ fields: { code } })).toBeUndefined()
    expect(setField({ fields: { code, other: { ...code, name: 'other' } }, uniqueBy: ['code'] })).toBeUndefined()
    expect(setField({ fields: { code: { ...code, type: 'string' } }, uniqueBy: ['code'] })).toBeUndefined()
  })

  it('stand in their groups, and are found by title, code or group', () => {
    const options = [
      { code: 'p_a', title: '新增', group: '客户' },
      { code: 'p_b', title: '下单', group: '订单' },
      { code: 'p_c', title: '公海', group: '客户' },
    ]
    const shown = (words?: string) =>
      groupedOptions(options, words)
        .map((group) => `${group.title}:${group.options.map(({ code }) => code).join()}`)
        .join(' ')
    expect(shown()).toBe('客户:p_a,p_c 订单:p_b')
    expect([shown('公海'), shown(' P_B '), shown('客户'), shown('无')]).toEqual([
      '客户:p_c',
      '订单:p_b',
      '客户:p_a,p_c',
      '',
    ])
  })
})

describe('a typed region', () => {
  const regions = readRegions(areaList)
  const { provinces } = regions
  const cities = provinces.map((province) => regions.cities(province))
  const districts = provinces.flatMap((province) =>
    regions.cities(province).map((city) => regions.districts(province, city)),
  )

  it('that the list has stays itself', () => {
    const levels = [provinces, ...cities, ...districts]
    expect(levels.length).toBeGreaterThan(300)
    for (const level of levels) for (const region of level) expect(regionMeant(region, level)).toBeUndefined()
  })
  it('is the only one that begins with it, or has it', () => {
    expect(regionMeant('浙江', provinces)).toBe('浙江省')
    expect(regionMeant('西湖', regions.districts('浙江省', '杭州市'))).toBe('西湖区')
    expect(regionMeant('龙江', provinces)).toBe('黑龙江省')
    expect(regionMeant('江', provinces)).toBeUndefined()
  })
  it('is none without a list, and none of nothing', () => {
    expect(regionMeant('东', [])).toBeUndefined()
    expect(regionMeant('', ['东城区'])).toBeUndefined()
  })
})
