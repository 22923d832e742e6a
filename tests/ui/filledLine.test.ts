// Are the computed cells of lines worked out once a line, and are they the same as if each were worked out whenever somebody asks? All lines of the manifests.
import { describe, expect, it } from 'vitest'
import type { Field } from '../../src/manifest/app'
import { evaluate, lineReader, toRaw, type Read, type World } from '../../src/manifest/rule/evaluate'
import { cellOf, filledLine } from '../../src/ui/widgets/lines/filledLine'
import { decided } from '../../src/ui/form/undecided'
import { readSchemas } from '../whole/schemas'

const app = readSchemas()
const settings = Object.fromEntries(Object.values(app.settings).map(({ name, value }) => [name, value]))
const world: World = { now: new Date('2025-01-01T00:00:00Z'), timezone: app.product.timezone, holds: () => false }
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
          decided(() =>
            toRaw(evaluate(field.compute!.node, lineReader(line, fields, read, world), world), field.type, field.scale),
          ) ?? line[field.name]
        expect(cellOf(line, field, fields, read, world)).toEqual(alone)
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
