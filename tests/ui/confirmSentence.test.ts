// Proves that a question names the values of one record, and is a general one without them.
import { expect, it } from 'vitest'
import type { RecordData } from '../../src/protocol/calls'
import { confirmSentence } from '../../src/ui/form/view/submission/ConfirmMessage'

const confirmMessage = { en: 'Pay {dealer.name} for {no}?' }
const record = (values: RecordData['values']): RecordData => ({ id: 1, version: 1, label: 'A', values, can: [] })
const whole = record({ no: 'A1', 'dealer.name': 'Oak' })
const question = (...records: readonly RecordData[]) => confirmSentence({ confirmMessage }, 'en', records)

it('names the values of the record, an empty one too', () => {
  expect(question(whole)).toBe('Pay Oak for A1?')
  expect(question(record({ no: 'A1', 'dealer.name': null }))).toBe('Pay  for A1?')
})

it('is none of one record where a value was not read, there is no record, or there are several', () => {
  for (const records of [[record({ no: 'A1' })], [], [whole, whole]]) expect(question(...records)).toBeUndefined()
})

it('without names is the same for any number of records', () => {
  const plain = { confirmMessage: { en: 'Close it?' } }
  for (const records of [[], [whole], [whole, whole]]) expect(confirmSentence(plain, 'en', records)).toBe('Close it?')
})
