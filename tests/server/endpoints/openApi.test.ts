// Proves that the description of a transition requires the values that the server requires: a field
// that only this transition fills, not one that the record may have already.
// And that describing all calls of a product leaves others their turns.
import { expect, it } from 'vitest'
import type { Caller } from '../../../src/server/context/context'
import { describeCalls } from '../../../src/server/boot/reload/describeCalls'
import { openApiDocument } from '../../../src/server/endpoints/openapi/openApiDocument'
import { compiledFixture, fixture } from '../../manifest/sources'
import { readSchemas } from '../../whole/schemas'
import { longestPieceMs } from '../longestPiece'

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

it('of all calls of a product holds the thread for short pieces only', { timeout: 60_000 }, async () => {
  const product = readSchemas()
  const rights = {
    codes: new Set([product.access.administratorPermission]),
    administrator: true,
    disabled: new Set<string>(),
  }
  // Collecting garbage may lengthen one piece, but not of each description.
  const pieces: number[] = []
  while (pieces.length < 4 && !pieces.some((longest) => longest < 50))
    pieces.push(await longestPieceMs(() => describeCalls(product, rights, 'en')))
  expect(Math.min(...pieces)).toBeLessThan(50)
})
