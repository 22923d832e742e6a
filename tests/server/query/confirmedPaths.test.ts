// Proves that a record brings what the questions before its transitions name, as rights allow.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Caller } from '../../../src/server/context/context'
import { detailPaths } from '../../../src/server/query/records/serializeRecord'
import { compiledFixture, fixtureFolder } from '../../manifest/sources'

const path = 'lending/loan.entity.json'
const loan = JSON.parse(readFileSync(join(fixtureFolder, path), 'utf8')) as {
  transitions: Record<string, object>
}
Object.assign(loan.transitions.lose!, {
  permissions: ['loans', 'system'],
  confirmMessage: ['{book.branch.name} {book.fines}', '{book.branch.name} {book.fines}'],
})
const app = compiledFixture([{ path, text: JSON.stringify(loan) }])

const named = ['book.branch.name', 'book.fines']
const namedFor = (...codes: string[]) => {
  const caller = { codes: new Set(codes), administrator: false, disabled: new Set(), me: { id: 1 }, tenant: { id: 1 } }
  const viewer = { app, caller: caller as unknown as Caller, now: new Date() }
  return detailPaths(viewer, 'loan').filter((one) => named.includes(one))
}

it('through references too', () => expect(namedFor('loans', 'books', 'loanFine')).toEqual(named))

it('not what the caller may not read, and nothing for who does not run the transition', () => {
  expect(namedFor('loans', 'books')).toEqual(['book.branch.name'])
  expect(namedFor('books', 'loanFine')).toEqual([])
})
