// Proves that every field type stores valid values in one form and refuses others in both
// languages.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Field, FieldType } from '../../src/manifest/model/field'
import { validateValue, fieldTypes } from '../../src/manifest/fieldTypes/fieldTypes'
import type { Checked } from '../../src/manifest/fieldTypes/definition'
import { messageText } from '../../src/manifest/expression/message'
import { chinese, english } from '../protocol/locales'

const context = {
  languages: ['zh', 'en'],
  codes: (dictionary: string) => (dictionary === 'kind' ? ['sloop', 'ketch'] : undefined),
}

function field(type: FieldType, more: Partial<Field> = {}): Field {
  return { name: 'one', type, title: {}, required: false, stored: true, system: false, ...more }
}

function check(value: unknown, type: FieldType, more: Partial<Field> = {}): Checked {
  return validateValue(value, field(type, more), context)
}

function kept(value: unknown, type: FieldType, more: Partial<Field> = {}): unknown {
  const checked = check(value, type, more)
  return 'value' in checked ? checked.value : `refused: ${messageText(checked.error, english)}`
}

const types = Object.keys(fieldTypes) as FieldType[]
const line = { name: 'who', type: 'string', title: {}, required: true, stored: true, system: false } as const
const fields = {
  who: line,
  wage: { ...line, name: 'wage', type: 'money', required: false },
  pay: {
    ...line,
    name: 'pay',
    type: 'money',
    compute: { source: '', node: { kind: 'literal', type: 'null', value: null }, type: 'null', readPaths: [] },
  },
} as const satisfies Record<string, Field>

describe('every field type', () => {
  it('writes a limit as a percentage where a part of one stands for it', () => {
    const part = { format: 'percent', min: 0.1, max: 1, scale: 4 } as const
    expect(kept('0', 'decimal', part)).toBe('refused: Not less than 0.1 (10%)')
    expect(kept('2', 'decimal', part)).toBe('refused: Not more than 1 (100%)')
    expect(kept(0, 'int', { format: 'percent', min: 1, max: 100 })).toBe('refused: Not less than 1')
  })

  it('takes nothing as null, files and lines as an empty array', () => {
    for (const type of types)
      for (const value of [null, undefined])
        expect(kept(value, type)).toEqual(type === 'files' || type === 'lines' ? [] : null)
  })

  it('never throws, refuses in both languages, and takes again what it has kept', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.anything(), fc.string(), fc.double(), fc.date()),
        fc.constantFrom(...types),
        (value, type) => {
          const more = { dictionary: 'kind', entity: 'boat', fields }
          const checked = check(value, type, more)
          if ('error' in checked)
            expect([chinese, english].every((locale) => messageText(checked.error, locale).length > 0)).toBe(true)
          else expect(check(checked.value, type, more)).toEqual(checked)
        },
      ),
      { numRuns: 3000 },
    )
  })
})

describe('texts', () => {
  it.each<[unknown, FieldType, Partial<Field>, unknown]>([
    ['  a b ', 'string', {}, 'a b'],
    ['   ', 'string', {}, null],
    [5, 'string', {}, 'refused: Enter a text'],
    ['a\nb', 'string', {}, 'refused: Contains characters that cannot be saved'],
    ['a\r\nb\rc', 'text', {}, 'a\nb\nc'],
    ['a\u0000', 'text', {}, 'refused: Contains characters that cannot be saved'],
    ['a\ud800', 'text', {}, 'refused: Contains characters that cannot be saved'],
    ['😀😀', 'string', { maxLength: 2 }, '😀😀'],
    ['abc', 'string', { maxLength: 2 }, 'refused: At most 2 characters'],
    ['a'.repeat(201), 'string', {}, 'refused: At most 200 characters'],
    ['AB-12', 'string', { pattern: '[A-Z]{2}-\\d+' }, 'AB-12'],
    ['xAB-12', 'string', { pattern: '[A-Z]{2}-\\d+' }, 'refused: The format is not valid'],
    [' 13812345678 ', 'mobile', {}, '13812345678'],
    ['12812345678', 'mobile', {}, 'refused: Enter a mobile number of 11 digits'],
    ['138123456789', 'mobile', {}, 'refused: Enter a mobile number of 11 digits'],
    [13812345678, 'mobile', {}, 'refused: Enter a mobile number of 11 digits'],
    ['sloop', 'choice', { dictionary: 'kind' }, 'sloop'],
    ['brig', 'choice', { dictionary: 'kind' }, 'refused: Choose one of the options'],
    [1, 'choice', { dictionary: 'kind' }, 'refused: Choose one of the options'],
    ['sloop', 'choice', { dictionary: 'nowhere' }, 'refused: Choose one of the options'],
    [['船', 'Ship'], 'string', { localized: true }, ['船', 'Ship']],
    ['船', 'string', { localized: true }, ['船', '船']],
    [['船', ''], 'text', { localized: true }, ['船', '船']],
    [['', ' '], 'text', { localized: true }, null],
    [['a', 'b', 'c'], 'text', { localized: true }, 'refused: Enter the text in every language'],
    [['a', 5], 'text', { localized: true }, 'refused: Enter a text'],
  ])('%j as %s', (value, type, more, expected) => {
    expect(kept(value, type, more)).toEqual(expected)
  })
})

describe('numbers', () => {
  it.each<[unknown, FieldType, Partial<Field>, unknown]>([
    [23480, 'money', {}, '23480.00'],
    ['23480.5', 'money', {}, '23480.50'],
    [0.1, 'money', {}, '0.10'],
    [0.1 + 0.2, 'money', {}, 'refused: At most 2 digits after the point'],
    ['1.005', 'money', {}, 'refused: At most 2 digits after the point'],
    ['1.500', 'money', {}, '1.50'],
    ['-0', 'money', {}, '0.00'],
    ['999999999999.99', 'money', {}, '999999999999.99'],
    ['1000000000000', 'money', {}, 'refused: The number is too large'],
    ['1,000', 'money', {}, 'refused: Enter a number'],
    ['1e3', 'money', {}, 'refused: Enter a number'],
    [Number.NaN, 'money', {}, 'refused: Enter a number'],
    [true, 'money', {}, 'refused: Enter a number'],
    ['0.009', 'money', { min: 0 }, 'refused: At most 2 digits after the point'],
    ['-0.01', 'money', { min: 0 }, 'refused: Not less than 0'],
    ['10.01', 'money', { max: 10 }, 'refused: Not more than 10'],
    ['1.2345', 'decimal', { scale: 4 }, '1.2345'],
    [7, 'decimal', {}, '7.00'],
    ['12', 'int', {}, 12],
    [1.5, 'int', {}, 'refused: Enter a whole number'],
    [-0, 'int', {}, 0],
    [2 ** 53, 'int', {}, 'refused: Enter a whole number'],
    [0, 'int', { min: 1 }, 'refused: Not less than 1'],
  ])('%s as %s', (value, type, more, expected) => {
    expect(kept(value, type, more)).toEqual(expected)
  })

  it('money keeps every cent of text and of a number', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -99_999_999_999_999n, max: 99_999_999_999_999n }), (cents) => {
        const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
        const text = `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
        expect(kept(text, 'money')).toBe(text)
        expect(kept(Number(text), 'money')).toBe(text)
      }),
    )
  })
})

describe('days, moments and answers', () => {
  it.each<[unknown, FieldType, unknown]>([
    ['2024-02-29', 'date', '2024-02-29'],
    ['2023-02-29', 'date', 'refused: Choose a valid date'],
    ['2024-1-1', 'date', 'refused: Choose a valid date'],
    ['2024-01-01T00:00:00Z', 'date', 'refused: Choose a valid date'],
    [20240101, 'date', 'refused: Choose a valid date'],
    ['2024-01-01T08:00:00+08:00', 'datetime', '2024-01-01T00:00:00.000Z'],
    ['2024-01-01T00:00Z', 'datetime', '2024-01-01T00:00:00.000Z'],
    ['2024-01-01T00:00:00.123456Z', 'datetime', '2024-01-01T00:00:00.123456Z'],
    ['2024-01-01T00:00:00', 'datetime', 'refused: Choose a valid time'],
    ['2024-01-01T24:00:00Z', 'datetime', 'refused: Choose a valid time'],
    ['2023-02-29T00:00:00Z', 'datetime', 'refused: Choose a valid time'],
    [false, 'boolean', false],
    ['true', 'boolean', 'refused: Choose yes or no'],
    [0, 'boolean', 'refused: Choose yes or no'],
  ])('%j as %s', (value, type, expected) => {
    expect(kept(value, type)).toEqual(expected)
  })
})

describe('references, files and addresses', () => {
  const file = { id: 'ab-1', name: '图.png', size: 5, type: 'image/png' }
  const address = { province: '山东', city: '青岛', district: '', detail: '香港路 1 号' }

  it.each<[unknown, unknown]>([
    [7, 7],
    ['7', 7],
    [{ id: 7, label: 'A' }, 7],
    [0, 'refused: Choose a record'],
    [-1, 'refused: Choose a record'],
    [1.5, 'refused: Choose a record'],
    ['7a', 'refused: Choose a record'],
    [{}, 'refused: Choose a record'],
  ])('%j as a reference', (value, expected) => {
    expect(kept(value, 'ref')).toEqual(expected)
  })

  it('keeps of files what belongs to them', () => {
    expect(kept([{ ...file, url: 'x' }], 'files')).toEqual([file])
    expect(kept([file], 'files', { accept: ['image/*'] })).toEqual([file])
    expect(kept([file], 'files', { accept: ['application/pdf', 'imag/*'] })).toContain('not accepted')
    expect(kept([file, file], 'files')).toContain('twice')
    expect(kept([file, { ...file, id: 'b' }], 'files', { max: 1 })).toContain('At most 1')
    expect(kept([file], 'files', { min: 2 })).toContain('At least 2')
    expect(kept([], 'files', { min: 2 })).toEqual([])
    for (const wrong of [
      { ...file, id: '../x' },
      { ...file, size: -1 },
      { ...file, name: '' },
      { ...file, name: 'a\u0000' },
      { ...file, type: 'a\n' },
      { id: 'a' },
      null,
      'a',
    ])
      expect(kept([wrong], 'files')).toBe('refused: The files are not valid')
    expect(kept(file, 'files')).toBe('refused: The files are not valid')
  })

  it('keeps the parts of an address, the position only whole', () => {
    expect(kept({ ...address, more: 1 }, 'address')).toEqual(address)
    expect(kept({ ...address, lng: 120.5, lat: 36 }, 'address')).toEqual({ ...address, lng: 120.5, lat: 36 })
    expect(kept({ ...address, lng: 120.5 }, 'address')).toBe('refused: The position is not valid')
    expect(kept({ ...address, lng: 181, lat: 0 }, 'address')).toBe('refused: The position is not valid')
    expect(kept({ ...address, detail: ' ' }, 'address')).toBe('refused: Enter the detailed address')
    const noted = { detail: address.detail, city: '', province: ' ' }
    expect(kept(noted, 'address')).toBe('refused: Enter the province and the city')
    expect(kept({ district: 'Old Town' }, 'address')).toBe(
      'refused: Enter the province, the city and the detailed address',
    )
    expect(kept({ ...address, detail: 'a\u0000b' }, 'address')).toContain('cannot be saved')
    expect(kept({ ...address, city: 5 }, 'address')).toBe('refused: The address is not valid')
    expect(kept({ ...address, detail: 'x'.repeat(201) }, 'address')).toContain('At most 200')
    expect(kept({ province: '', city: '' }, 'address')).toBe(null)
  })
})

describe('lines', () => {
  it('keeps every declared cell and drops computed ones', () => {
    expect(kept([{ who: ' A ', wage: 5, pay: '99' }, { who: 'B' }], 'lines', { fields })).toEqual([
      { who: 'A', wage: '5.00' },
      { who: 'B', wage: null },
    ])
  })

  it('names the wrong cells', () => {
    expect(check([{ who: 'A' }, { who: '', wage: 'x' }], 'lines', { fields })).toMatchObject({
      error: { key: 'lines_contain_errors' },
      fields: {
        '1.who': { key: 'required', texts: { zh: '必填', en: 'Required' } },
        '1.wage': { key: 'number_expected', texts: { zh: '请输入数字', en: 'Enter a number' } },
      },
    })
    const required = validateValue([{ who: 'A' }], field('lines', { fields }), {
      ...context,
      lineRequired: (one, given) => one.name === 'wage' && given.who === 'A',
    })
    expect(required).toMatchObject({ fields: { '0.wage': { key: 'required', texts: { zh: '必填', en: 'Required' } } } })
  })

  it('refuses what is no line, unknown cells and wrong counts', () => {
    for (const wrong of [[1], [null], 'a', {}, [{ who: 'A', strange: 1 }], JSON.parse('[{"who":"A","__proto__":1}]')])
      expect(kept(wrong, 'lines', { fields })).toBe('refused: The lines are not valid')
    expect(kept([{ who: 'A' }], 'lines', { fields, min: 2 })).toContain('At least 2')
    expect(kept([{ who: 'A' }, { who: 'B' }], 'lines', { fields, max: 1 })).toContain('At most 1')
  })
})
