// Tests that figures are scoped like lists:
// everything that a report or dashboard counts is readable by some role, and narrowed to unit and account if its
// records have them. Totals of a whole tenant are protected by permission only.
import { expect, it } from 'vitest'
import { readSchemas } from './schemas'

const app = readSchemas()
const counted = Object.values(app.screens).flatMap(({ path, report, blocks }) => {
  const aggregates = [
    ...(report?.measures ?? []).map(({ aggregate }) => aggregate),
    ...blocks.flatMap((block) => (block.kind === 'figures' ? block.figures : [])).map(({ aggregate }) => aggregate),
  ]
  return [...new Set(aggregates.flatMap((aggregate) => aggregate?.entity ?? []))].map((name) => [path, name] as const)
})

it('there are figures', () => expect(counted.length).toBeGreaterThan(5))

it.each(counted)("%s counts %s within the caller's reach", (_, name) => {
  const { fields, rowScope: scope, perTenant: tenant, readPermissions: read } = app.entities[name]!
  expect(read.length).toBeGreaterThan(0)
  const { accountEntity: account, unitField: unit } = app.access.identity
  const names = Object.values(fields).some(
    (field) =>
      field.stored && !field.system && field.type === 'ref' && (field.entity === account || field.entity === unit),
  )
  if (tenant && names) expect([scope.unitFields.length > 0, scope.selfFields.length > 0]).toEqual([true, true])
})

it("what a log row says of single fields is nobody's to read but in the timeline of its record, which looks at the rights of each field", () => {
  const { fields } = app.entities[app.product.logEntity]!
  expect(fields.data!.readPermissions).toEqual([app.access.administratorPermission])
  expect(fields.remark!.readPermissions).toEqual([app.access.administratorPermission])
})
