// Checks that computed cells are computed once for each line, with the values that each alone has.
// Not a test itself; run on the library and the shipped product.
import { describe, expect, it } from 'vitest'
import type { App } from '../../src/manifest/model/app'
import type { Field } from '../../src/manifest/model/field'
import { evaluate, type Read, type EvaluationContext } from '../../src/manifest/expression/evaluate'
import { lineReader } from '../../src/manifest/expression/evaluateLines'
import { toRaw } from '../../src/manifest/expression/values/value'
import { lineCellValue, filledLine } from '../../src/ui/inputs/lineModel/computedLine'
import { orUnknown } from '../../src/ui/rules/unknownValue'

/** All lines of a product that compute cells. */
export function describeComputedLines(app: App): void {
  const settings = Object.fromEntries(Object.values(app.settings).map(({ name, value }) => [name, value]))
  const world: EvaluationContext = {
    now: new Date('2025-01-01T00:00:00Z'),
    timezone: app.product.timezone,
    holds: () => false,
  }
  const read: Read = (scope, path) => (scope === 'settings' ? settings[path[0]!] : null)
  const all = Object.values(app.entities).flatMap((entity) =>
    Object.values(entity.fields)
      .filter((field) => field.type === 'lines' && Object.values(field.fields!).some(({ compute }) => compute))
      .map((field) => [`${entity.name}.${field.name}`, field] as const),
  )

  const sample = ({ type, dictionary }: Field, at: number): unknown => {
    if (type === 'choice') return app.dictionaries[dictionary!]!.items.at(at % 3)?.code
    return type === 'int'
      ? 100 + at * 700
      : ['money', 'decimal'].includes(type)
        ? `${at + 1}.25`
        : type === 'boolean'
          ? at % 2 === 0
          : type === 'string'
            ? `t${at}`
            : null
  }

  describe('a line with its computed cells', () => {
    it.each(all)('%s: each cell is what its rule gives', (_, { fields = {} }) => {
      for (let at = 0; at < 6; at += 1) {
        const line = Object.fromEntries(
          Object.values(fields)
            .filter(({ compute }) => !compute)
            .map((field) => [field.name, sample(field, at)]),
        )
        for (const field of Object.values(fields).filter(({ compute }) => compute)) {
          const alone =
            orUnknown(() =>
              toRaw(
                evaluate(field.compute!.node, lineReader(line, fields, read, world), world),
                field.type,
                field.scale,
              ),
            ) ?? line[field.name]
          expect(lineCellValue(line, field, fields, { read, evaluationContext: world })).toEqual(alone)
        }
      }
    })

    it('is made once, and anew for a line that is another', () => {
      const [, { fields = {} }] = all.find(
        ([, field]) =>
          filledLine({}, field.fields!, read, world) !== undefined &&
          Object.keys(filledLine({}, field.fields!, read, world)).length > 0,
      )!
      const line = { unknown: 1 }
      expect(filledLine(line, fields, read, world)).toBe(filledLine(line, fields, read, world))
      expect(filledLine({ ...line }, fields, read, world)).not.toBe(filledLine(line, fields, read, world))
    })
  })
}
