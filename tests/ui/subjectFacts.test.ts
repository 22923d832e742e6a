// Proves the values that a dialog displays of its record: those that decide, and none that the form
// or another value already contains.
import { describe, expect, it } from 'vitest'
import type { RecordData } from '../../src/protocol/calls'
import { factsOf } from '../../src/ui/form/dialogs/RecordSummary'
import { compiledBindery } from '../manifest/sources'
import { describeSubjectFacts } from './subjectFactCases'

const app = compiledBindery()
const factsAt = (entity: string, transition: string, values: Record<string, string>) =>
  factsOf(app.entities[entity]!, app.entities[entity]!.transitions[transition]!, {
    id: 1,
    label: '',
    version: 1,
    can: [],
    values,
  } as unknown as RecordData).map(({ field }) => field)

describe('the facts of a record', () => {
  describeSubjectFacts(app, { moves: 10 })

  it('hold the money of a move, as far as it is more than nothing', () => {
    expect(factsAt('repair', 'finish', { listAmount: '80.00', received: '30.00' })).toEqual(
      expect.arrayContaining(['listAmount', 'received']),
    )
    expect(factsAt('repair', 'finish', { listAmount: '80.00', received: '0.00' }).at(-1)).toBe('received')
  })

  it('leave out what the form asks', () =>
    expect(factsAt('parcel', 'receive', { pieces: '3', receivedPieces: '2' })).not.toContain('receivedPieces'))
})
