// Proves that a start refused by the database names what its operator can do.
import pg from 'pg'
import { expect, it } from 'vitest'
import { StartProblem } from '../../src/server/context/startError'
import { toStartProblem } from '../../src/server/boot/explainStartError'

const refused = (code: string) => Object.assign(new pg.DatabaseError('refused', 0, 'error'), { code })

it.each([
  ['42501', /GRANT ALL ON SCHEMA/],
  ['25006', /writable server/],
  ['53100', /Free some space/],
  ['42P05', /Use session pooling/],
  ['26000', /Use session pooling/],
])('%s becomes a sentence', (code, advice) => {
  const problem = toStartProblem(refused(code), '/data')
  expect(problem).toBeInstanceOf(StartProblem)
  expect((problem as StartProblem).message).toMatch(advice)
})

it('a defect stays one', () => {
  const defect = refused('42601')
  expect(toStartProblem(defect, '/data')).toBe(defect)
})
