// Is what a page of an outside system hands over taken only when all of it is right? And is every message of another form none?
import { describe, expect, it } from 'vitest'
import { frameFiles, frameProtocol, readFrameMessage } from '../../src/protocol/frame'
import { takenValues } from '../../src/ui/blocks/page/frameValues'
import { readSchemas } from '../whole/schemas'

const app = readSchemas()
const frames = Object.values(app.screens).flatMap(({ blocks }) => blocks.filter(({ block }) => block === 'frame'))
const upload = async () => ({ id: 'f1', name: 'a.csv', size: 1, type: 'text/csv' })

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

describe('values of a frame', () => {
  const found = frames.flatMap(({ entity, takes }) =>
    Object.values(takes!)
      .flat()
      .map((name) => ({ entity: app.entities[entity!]!, transition: app.entities[entity!]!.transitions[name]! })),
  )
  it.each(found)('stand in the form of $transition.name only when it asks them', async ({ entity, transition }) => {
    const take = (values: Record<string, unknown>) => takenValues(entity, transition, values, app.dictionaries, upload)
    expect(await take({})).toBeUndefined()
    for (const name of [...Object.keys(entity.fields), '__proto__', 'constructor']) {
      if (!transition.asks.some((ask) => ask.field === name))
        expect([name, await take(Object.fromEntries([[name, 1]]))]).toEqual([name, undefined])
    }
    for (const { field: name } of transition.asks) {
      const field = entity.fields[name]!
      for (const wrong of [
        {},
        [{ strange: 1 }],
        [1],
        Symbol.iterator.toString(),
        Array.from({ length: 5_000 }, () => ({})),
      ]) {
        if (field.type === 'lines' || field.type === 'files') expect(await take({ [name]: wrong })).toBeUndefined()
      }
      if (field.type === 'files')
        expect(await take({ [name]: [{ name: 'a.csv', type: 'text/csv', bytes: new ArrayBuffer(3) }] })).toEqual({
          [name]: [await upload()],
        })
    }
  })
})
