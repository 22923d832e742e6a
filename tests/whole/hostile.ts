// What might somebody send who means no good, or a client that is broken? Values that no field of a type takes, and values for every other place of a request.
import type { FieldType } from '../../src/manifest/app'

export const nul = 'a\0b'
export const huge = '长'.repeat(200_000)
const digits = '9'.repeat(60)

/** Values that no field of the type takes, whatever it says besides. */
export const wrongValues: Readonly<Record<FieldType, readonly unknown[]>> = {
  string: [5, true, { text: 'x' }, ['x'], huge, nul, '\ud800', ['x', 'y', 'z']],
  text: [5, false, {}, ['x'], huge, nul, '\udfff', { 0: 'x', 1: 'y' }],
  mobile: [13_800_000_000, '138', '23800000000', nul, {}, ['13800000000'], huge, true],
  int: ['x', 1.5, '1e3', digits, {}, [1], true, '0x10', nul, Number.MAX_VALUE],
  money: ['x', '1.234', digits, {}, [1], true, '1e3', '١', nul, 1e300],
  decimal: ['x', '1.123456789', digits, {}, [1], true, 'Infinity', nul, '--1', 1e300],
  date: ['2026-02-30', '0000-01-01', 'x', 20_260_101, {}, ['2026-01-01'], '12026-01-01', true, nul, '2026-01-01T00:00:00Z'],
  datetime: ['2026-01-01', '2026-01-01T25:00:00Z', '0000-01-01T00:00:00Z', 'x', 1e12, {}, ['2026-01-01T00:00:00Z'], '2026-01-01T00:00:00', true, nul],
  boolean: ['true', 1, 0, {}, [true], 'x', nul],
  choice: ['no such code', '__proto__', 'constructor', 5, {}, ['x'], true, nul, huge],
  ref: [-1, 0, 1.5, 'x', Number.MAX_SAFE_INTEGER, 2 ** 60, { id: -1 }, { id: Number.MAX_SAFE_INTEGER }, {}, [1], true, nul],
  files: ['x', 5, {}, [5], [{ id: 'x' }], [{ id: '../../etc', name: 'x', size: 1, type: 'text/plain' }], [{ id: 'nofile', name: 'x', size: 1, type: 'image/png' }], true, Array.from({ length: 300 }, (_, at) => ({ id: `n${at}`, name: 'x', size: 1, type: 'image/png' }))],
  lines: ['x', 5, {}, [5], [[]], [{ __nothing: 1 }], [null], true],
  address: ['x', 5, [1], { province: 5 }, { province: '浙江省' }, { province: nul, city: nul, detail: nul }, { province: huge, city: 'x', detail: 'x' }, true, { province: '浙江省', city: '杭州市', detail: 'x', lng: 500, lat: 0 }],
}

/** Values at the edge of what their type takes: some are kept, some refused, none may break anything. */
export const edgeValues: readonly unknown[] = [
  '', ' ', '%', '_\\', '\'; DROP TABLE x; --', '{customer.name}', '{{x}}', '<script>', '👩‍👩‍👧', '\u202e', 'İ', '0', '-0', '-1', '1', '0.01', '999999999999.99', '1000000000000', '9'.repeat(20), '2147483648', '9007199254740991',
  '0001-01-01', '9999-12-31', '2026-02-28', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999Z', '2026-01-01T00:00:00+20:00', '2026-01-01T00:00:00.1234567Z', '2026-01-01T10:00:00+08:00',
  0, -1, 1, 2_147_483_648, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, 0.1, 1e21, 5e-324, true, false, null, [], {}, { id: 1 }, { id: null }, [null], [[], []],
  ['甲', 'A'], [{}], [{ id: 1 }], 'x'.repeat(200), '字'.repeat(2_000), '13800000000',
]

/** Values for conditions of a search: each is right for some field and wrong for others. */
export const filterValues: readonly unknown[] = [
  ...edgeValues, nul, huge, '\ud800', '*', '***', digits, `${'9'.repeat(30)}.${'9'.repeat(20)}`, '0000-01-01', '0000-01-01T00:00:00Z', '2026-01-01T24:00:00Z', '2026-01-01T00:00:00-23:59',
  ['0000-01-01', null], ['0001-01-01', '9999-12-31'], ['9999-12-31', '0001-01-01'], [null, null], ['', ''], ['1', '2'], [1e308, -1e308], ['2026-01-01T00:00:00+20:00', null], [nul, nul], [nul], ['x'], [1, 'x'],
  Array.from({ length: 501 }, (_, at) => at), Array.from({ length: 500 }, (_, at) => `x${at}`), { id: Number.MAX_SAFE_INTEGER }, { id: -1 }, { id: 1.5 },
]

/** Names that are no names of anything, some of them inherited by every object. */
export const wrongNames: readonly unknown[] = ['nothing', '', '__proto__', 'constructor', 'toString', 'hasOwnProperty', nul, huge, '"; --', 'a.b.c.d.e.f.g', '.', '..', 5, null, true, {}, [], ['x']]

/** Bodies that are no request at all. */
export const wrongBodies: readonly unknown[] = [undefined, null, [], [1], 'x', '', 5, true, {}, { nothing: 1 }, JSON.parse('{"__proto__":{"a":1}}'), { client: { a: 1 } }]
