// The context that an import of lines needs, and a check that every field of lines accepts a table.
// Not a test itself; run on the library and the shipped product.
import { describe, expect, it } from 'vitest'
import type { App } from '../../src/manifest/model/app'
import type { Field } from '../../src/manifest/model/field'
import { translatorOf } from '../pageTexts'
import { valueError } from '../../src/ui/rules/fieldError'
import { numberedRows } from '../../src/protocol/exchange/tableFile'
import { importTable, type ImportContext } from '../../src/ui/inputs/lineModel/importTable'

/** Any lines with a choice, a number and a text that are required. */
function importedField(app: App): Field {
  return Object.values(app.entities)
    .flatMap((entity) => Object.values(entity.fields))
    .find((field) => {
      const of = Object.values(field.fields ?? {})
      return ['choice', 'int', 'string'].every((type) =>
        of.some((column) => column.type === type && column.required && (type !== 'int' || column.min !== undefined)),
      )
    })!
}

/** An import of such lines, and a cell for each of their columns. */
export function importOf(app: App, lines = importedField(app)) {
  const columns = Object.values(lines.fields!)
  const typed = columns.filter((column) => !column.compute && !column.aggregate)
  const words = translatorOf('zh', app.product.languages)!
  const world = {
    now: new Date('2025-01-01T00:00:00Z'),
    zone: app.product.timezone,
    holds: () => false,
    granted: () => false,
  } as unknown as ImportContext['evaluationContext']
  const context: ImportContext = {
    field: lines,
    translator: words,
    evaluationContext: world,
    dictionaries: app.dictionaries,
    zone: app.product.timezone,
    fresh: () => ({}),
    find: () => Promise.resolve(undefined),
    check: (found) =>
      valueError(found, lines, {
        dictionaries: app.dictionaries,
        translator: () => words,
        required: false,
        read: () => null,
        evaluationContext: world,
      })?.cells ?? {},
  }
  const sample = (column: Field, at = 0): string => {
    if (column.type === 'choice')
      return app.dictionaries[column.dictionary!]!.items.find(({ retired }) => !retired)!.title.zh!
    return ['int', 'money', 'decimal'].includes(column.type)
      ? String(Math.max(1, column.min ?? 1))
      : column.type === 'boolean'
        ? '是'
        : column.type === 'date'
          ? '2025-03-04'
          : `文字${at}`
  }
  return { typed, context, sample }
}

/** Every field of lines that a form of the product asks. */
export function describeImportedLines(app: App): void {
  const { context, sample } = importOf(app)

  describe('every field of lines that a form asks', () => {
    const asked = Object.values(app.entities).flatMap((entity) =>
      [
        ...new Set(Object.values(entity.transitions).flatMap(({ form: asks }) => asks.map(({ field }) => field))),
      ].flatMap((name) =>
        entity.fields[name]?.type === 'lines' ? [[`${entity.name}.${name}`, entity.fields[name]!] as const] : [],
      ),
    )
    const cellFor = (column: Field): string => {
      if (column.type === 'ref') return '某人'
      if (column.type === 'mobile') return '+86 138-0000 0001'
      if (column.type === 'address') return '浙江省杭州市西湖区文三路1号'
      if (column.type === 'datetime') return '2025-03-04 10:00'
      return sample(column)
    }
    it.each(asked)('%s', async (_, field) => {
      const all = Object.values(field.fields!)
      const typable = all.filter((column) => !column.compute && !column.aggregate && column.type !== 'files')
      const own: ImportContext = {
        ...context,
        field,
        find: () => Promise.resolve({ id: 1, label: '某人' }),
        check: () => ({}),
      }
      for (const language of ['zh', 'en']) {
        const {
          lines: [found],
          unknown,
          headless,
        } = await importTable(numberedRows([typable.map(({ title }) => title[language]!), typable.map(cellFor)]), own)
        expect([headless, unknown, found?.errors]).toEqual([false, [], []])
        expect(Object.keys(found!.line).sort(), 'no two columns have the same title').toEqual(
          typable.map(({ name }) => name).sort(),
        )
      }
    })
  })
}
