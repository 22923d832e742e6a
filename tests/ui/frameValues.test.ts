// Proves that the values of an external page are taken only if all of them are right, and no other
// message is.
import { describe, expect, it } from 'vitest'
import { frameFiles, frameProtocol, readFrameMessage } from '../../src/protocol/frames/frameMessages'
import { compiledBindery } from '../manifest/sources'
import { describeFrameValues } from './frameValueCases'

describe('messages of a frame', () => {
  it('are taken in the form of the protocol and in no other', () => {
    const message = { protocol: frameProtocol, type: 'export', name: 'parts', values: { a: 1 } }
    expect(readFrameMessage(message)).toEqual({ type: 'export', name: 'parts', values: { a: 1 } })
    const cyclic: Record<string, unknown> = {}
    cyclic.a = cyclic
    const others = [
      null,
      undefined,
      1,
      'ready',
      [],
      { type: 'ready' },
      { ...message, protocol: 'x' },
      { ...message, type: 'run' },
      { ...message, name: '__proto__' },
      { ...message, name: 5 },
      { ...message, values: [] },
      { ...message, values: null },
      { ...message, values: cyclic },
      { ...message, values: { a: 'x'.repeat(2_000_000) } },
      Object.create(message),
    ]
    for (const other of others) expect(readFrameMessage(other)).toBeUndefined()
  })

  it('carry files only as bytes', () => {
    const file = { name: 'a.csv', type: 'text/csv', bytes: new ArrayBuffer(3) }
    expect(frameFiles([file])).toEqual([file])
    for (const other of [
      [],
      file,
      [{ ...file, bytes: 'abc' }],
      [{ ...file, bytes: new ArrayBuffer(0) }],
      Array.from({ length: 11 }, () => file),
      [{ ...file, name: 1 }],
    ])
      expect(frameFiles(other)).toBeUndefined()
  })
})

describeFrameValues(compiledBindery())
