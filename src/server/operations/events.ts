// What happens while somebody looks on? A stream of live events that begins with how things stand.
import type { LiveEvent } from '../../protocol/calls'
import { codes, Fault } from '../../protocol/envelope'
import { Streamed } from '../streamed'
import { countersOf } from './counters'
import type { RequestContext } from './operation'

/** Of several pages of a browser one listens for all; a few more are those that cannot share. */
const mostOfSession = 10
const mostOfAccount = 30

/**
 * GET /api/events
 * @throws Fault 2001 when too many streams of the session or the account are open
 */
export async function openEvents({ app, caller, query, server, call }: RequestContext): Promise<Streamed> {
  const id = Number(caller.me.id)
  const counters = (await countersOf(app, query, [id])).get(id) ?? {}
  const first: LiveEvent[] = [
    { event: 'revision', revision: app.revision },
    { event: 'counters', counters },
  ]
  if (caller.administrator && server.holder.problems.length > 0)
    first.push({ event: 'problems', problems: server.holder.problems })
  const { session = '' } = caller
  const own = server.live.viewers.filter((viewer) => viewer.account === id)
  if (own.length >= mostOfAccount || own.filter((viewer) => viewer.session === session).length >= mostOfSession) {
    throw new Fault(codes.refused, ['打开的页面过多，请关闭一些', 'Too many pages are open; close some of them'], {
      status: 429,
      retryAfter: 30,
    })
  }
  const stream = server.live.open(caller, first)
  call.signal?.addEventListener('abort', () => stream.destroy(), { once: true })
  return new Streamed(stream, 'text/event-stream; charset=utf-8')
}
