// Tests that a form started from a record is filled with every reference that the record
// determines.
import { expect, it } from 'vitest'
import type { FormField } from '../../src/manifest/model/transition'
import type { Action } from '../../src/manifest/model/column'
import { begunValues } from '../../src/ui/actions/availableActions'
import { readSchemas } from './schemas'

const app = readSchemas()
const begun = Object.values(app.entities).flatMap((entity) =>
  entity.detail.related.flatMap((related) =>
    related.actions.flatMap((name) => {
      const transition = app.entities[related.entity]!.transitions[name]!
      return transition.creates
        ? [[`${transition.entity}.${name} at ${entity.name}`, { entity, related, transition }] as const]
        : []
    }),
  ),
)

it('forms are begun at records', () => expect(begun.length).toBeGreaterThan(10))

it.each(begun)('%s', (_, { entity, related, transition }) => {
  const references = Object.values(entity.fields).filter(({ type }) => type === 'ref')
  const values = Object.fromEntries(references.map(({ name }) => [name, { id: 7, label: name }]))
  const record = { id: 1, version: 1, label: 'record', values, can: [] }
  const action = { entity: related.entity, transition: transition.name } as Action
  const given = begunValues(action, record, entity, app.entities)!
  expect(given[related.reference]).toEqual({ id: 1, label: 'record' })
  const reads = ({ default: rule }: FormField, name: string) => rule?.readPaths.includes(`${related.reference}.${name}`)
  const asked = transition.form.filter((ask) => {
    const field = ask.input ? undefined : app.entities[related.entity]!.fields[ask.field]
    const same = references.find(({ name }) => name === ask.field)
    return field?.type === 'ref' && ask.field !== related.reference && same?.entity === field.entity
  })
  expect(
    asked.filter((ask) => given[ask.field] === undefined && !reads(ask, ask.field)).map(({ field }) => field),
  ).toEqual([])
})

it('the goods of an order are sent where they are installed unless the form names another address', () => {
  const input = app.entities.placement!.transitions.submit!.form.find(({ field }) => field === 'deliverTo')
  expect(input?.default?.readPaths).toEqual(['order.address'])
})
