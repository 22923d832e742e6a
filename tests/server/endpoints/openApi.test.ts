// Proves that the description of a transition requires the values that the server requires: a field
// that only this transition fills, not one that the record may have already.
import { expect, it } from 'vitest'
import type { Caller } from '../../../src/server/context/context'
import { openApiDocument } from '../../../src/server/endpoints/openapi/openApiDocument'
import { compiledFixture, fixture } from '../../manifest/sources'

const path = 'lending/loan.entity.json'
const { text } = fixture().find((source) => source.path === path)!
const app = compiledFixture([
  {
    path,
    text: text
      .replace('"fields": {', '"fields": { "seenBy": { "type": "string", "title": ["验收人", "Seen by"] },')
      .replace('"form": ["marks"]', '"form": [{ "field": "seenBy", "required": true }, "marks"]')
      .replace(/ {2}"jobs": .*\n/, '')
      .replace('"note": "optional",', '"note": "required", "form": [{ "field": "reader", "required": true }],'),
  },
])
const caller: Caller = {
  me: { id: 0 },
  tenant: { id: 0 },
  scope: 'all',
  codes: new Set(['loans', 'loanFine', 'lending']),
  administrator: true,
  disabled: new Set(),
  reasons: new Map(),
  language: 'en',
  system: false,
}
const { components } = await openApiDocument({ app, caller, now: new Date() }, [{ method: 'POST', path: '/api/run' }])

it.each([
  ['create', ['book', 'reader', 'mobile']],
  ['giveBack', ['seenBy']],
  ['lose', undefined],
])('of %s', (transition, required) => {
  expect(components.schemas[`Values_loan-${transition}`]).toMatchObject({ type: 'object' })
  expect(components.schemas[`Values_loan-${transition}`]!.required).toEqual(required)
})
