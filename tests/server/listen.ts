// Reads the live events of a caller one after the other.
import type { Readable } from 'node:stream'
import type { LiveEvent } from '../../src/protocol/liveEvents'
import type { Library } from './library'

export async function listen(library: Library, token: string) {
  const { reply } = await library.call('/api/events', { token })
  const heard: string[] = []
  const events = (async function* (): AsyncGenerator<LiveEvent> {
    let rest = ''
    for await (const chunk of reply.body as Readable) {
      const blocks = (rest + String(chunk)).split('\n\n')
      rest = blocks.pop()!
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1]
        if (data) yield JSON.parse(data) as LiveEvent
      }
    }
  })()
  return {
    heard,
    async next<E extends LiveEvent['event']>(wanted: E): Promise<Extract<LiveEvent, { event: E }>> {
      for (;;) {
        const { value, done } = await events.next()
        if (done) throw new Error(`The stream ended before ${wanted}`)
        const event = value as LiveEvent
        heard.push(event.event)
        if (event.event === wanted) return event as Extract<LiveEvent, { event: E }>
      }
    },
  }
}
