// Proves that a run of all tests notices refusals that no server answers.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { expect, it } from 'vitest'
import { refusalVerdict, unansweredRefusals, writtenInTurns } from '../../scripts/answeredRefusals'
import { RequestError } from '../../src/protocol/requestError'
import { refusalChannel } from '../../src/server/context/reply'
import { createLog } from '../../src/server/context/log'
import { errorReply } from '../../src/server/endpoints/contract/errorReply'
import { english } from './locales'

const catalog = ['one_thing', 'other_thing']
const answeredBy = (file: string) => catalog.map((key) => `tests/${file}.test.ts ${key}`)

it('is content where each is answered', () => {
  expect(unansweredRefusals({ lines: answeredBy('server/session'), catalog })).toEqual([])
})

it('names what is not answered, be it by chance or by a test that makes the refusal itself', () => {
  expect(unansweredRefusals({ lines: answeredBy('server/session').slice(1), catalog })).toEqual(['one_thing'])
  for (const file of ['server/errorReply', 'protocol/refusals', 'fuzz/orders', 'whole/randomEdits'])
    expect(unansweredRefusals({ lines: answeredBy(file), catalog }), file).toEqual(catalog)
})

it('lets their number only fall', () => {
  expect(refusalVerdict(catalog, 2)).toEqual({ text: expect.stringContaining('one_thing, other_thing'), isSound: true })
  expect(refusalVerdict(catalog, 1)).toMatchObject({ isSound: false })
})

it('hears of each refusal that is answered', () => {
  const heard: unknown[] = []
  const listen = (key: unknown) => void heard.push(key)
  subscribe(refusalChannel, listen)
  try {
    errorReply(new RequestError('stale_version'), english, createLog('silent'))
  } finally {
    unsubscribe(refusalChannel, listen)
  }
  expect(heard).toEqual(['stale_version'])
})

it('a key is not missed on a day on which the file rests that answers it', () => {
  const inTurns = ['one_thing tests/whole/long.test.ts']
  const lines = answeredBy('server/session').slice(1)
  expect(unansweredRefusals({ lines, catalog, inTurns, resting: ['tests/whole/long.test.ts'] })).toEqual([])
  expect(unansweredRefusals({ lines, catalog, inTurns, resting: ['tests/whole/other.test.ts'] })).toEqual(['one_thing'])
})

it('of the files that take turns, one is written for each key that no other file answers', () => {
  const takesTurns = (path: string) => path.includes('long')
  const lines = ['tests/long1 one', 'tests/long2 one', 'tests/long1 two', 'tests/short two', 'tests/long1 three']
  expect(writtenInTurns(lines, ['one tests/long2', 'three tests/long9', 'four tests/long1'], takesTurns)).toEqual([
    'one tests/long2',
    'three tests/long1',
  ])
})
