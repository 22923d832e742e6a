// What happens while somebody looks on? A stream of live events that begins with how things stand.
import type { LiveEvent } from '../../protocol/calls'
import { Streamed } from '../streamed'
import { countersOf } from './counters'
import type { RequestContext } from './operation'

/** GET /api/events */
export async function openEvents({ app, caller, query, server, call }: RequestContext): Promise<Streamed> {
  const id = Number(caller.me.id)
  const counters = (await countersOf(app, query, [id])).get(id) ?? {}
  const first: LiveEvent[] = [{ event: 'revision', revision: app.revision }, { event: 'counters', counters }]
  if (caller.administrator && server.holder.problems.length > 0) first.push({ event: 'problems', problems: server.holder.problems })
  const stream = server.live.open(caller, first)
  call.signal?.addEventListener('abort', () => stream.destroy(), { once: true })
  return new Streamed(stream, 'text/event-stream; charset=utf-8')
}
