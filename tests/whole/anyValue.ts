// Generates values for a field: existing, usual, at the limits or wrong.
import fc from 'fast-check'
import type { App } from '../../src/manifest/model/app'
import type { Field, FieldType } from '../../src/manifest/model/field'
import { edgeValues, wrongValues } from './hostile'

export const pick = <T>(values: readonly T[]) => fc.constantFrom(...values)
const usual: Readonly<Record<FieldType, readonly unknown[]>> = {
  string: ['王小明', 'a', '长江路 1 号'],
  text: ['五个字以上的内容', 'Long enough\nfor everybody'],
  mobile: ['13900001111', '13900002222'],
  int: [1, '3', 90],
  money: ['100', '0.01', 2000],
  decimal: ['1', '12.5'],
  date: ['2026-01-01', '2030-12-31'],
  datetime: ['2030-01-01T00:00:00Z', '2026-01-01T10:00:00+08:00'],
  boolean: [true, false],
  choice: [null],
  ref: [null],
  files: [[]],
  lines: [[]],
  address: [{ province: '浙江省', city: '杭州市', district: '西湖区', detail: '文三路 1 号' }],
}

/** @param ids of records, by entity */
export const anyValue = (
  app: App,
  field: Field,
  ids: ReadonlyMap<string, readonly number[]>,
): fc.Arbitrary<unknown> => {
  const known =
    field.type === 'ref'
      ? (ids.get(field.entity!) ?? [])
      : field.type === 'choice'
        ? app.dictionaries[field.dictionary!]!.items.map((item) => item.code)
        : []
  const cells = Object.values(field.fields ?? {})
  return fc.oneof(
    ...(known.length > 0 ? [{ arbitrary: pick<unknown>(known), weight: 6 }] : []),
    ...(cells.length > 0
      ? [
          {
            arbitrary: fc.array(
              fc.record(Object.fromEntries(cells.map((cell) => [cell.name, anyValue(app, cell, ids)])), {
                requiredKeys: [],
              }),
              { maxLength: 3 },
            ) as fc.Arbitrary<unknown>,
            weight: 6,
          },
        ]
      : []),
    { arbitrary: pick(usual[field.type]), weight: 6 },
    { arbitrary: pick(edgeValues), weight: 2 },
    { arbitrary: pick(wrongValues[field.type]), weight: 1 },
    { arbitrary: fc.string({ unit: 'binary', maxLength: 30 }), weight: 1 },
  )
}
