// GET /api/events: a stream of live events that begins with the current counters.
import type { LiveEvent } from '../../../protocol/liveEvents'
import { RequestError } from '../../../protocol/requestError'
import { StreamedReply } from '../../context/streamedReply'
import { countersOf, readerOf } from '../../live/messageCounts'
import type { RequestContext } from '../contract/operation'

/** Maximum streams of a session: the pages of a browser share one, except those that cannot share. */
const maxOfSession = 10
const maxOfAccount = 30

/**
 * GET /api/events
 * @throws RequestError too_many_streams when too many streams of the session or the account are open
 */
export async function openEvents({ app, caller, query, server, call }: RequestContext): Promise<StreamedReply> {
  const id = Number(caller.me.id)
  const counters = (await countersOf(app, query, [readerOf(caller)])).get(id) ?? {}
  const first: LiveEvent[] = [
    { event: 'revision', revision: app.revision },
    { event: 'counters', counters },
  ]
  const { problems, warnings } = server.liveApp
  if (caller.administrator && problems.length + warnings.length > 0)
    first.push({ event: 'problems', problems, warnings })
  const { session = '' } = caller
  const subscribers = server.live.viewers.filter((viewer) => viewer.account === id)
  if (
    subscribers.length >= maxOfAccount ||
    subscribers.filter((viewer) => viewer.session === session).length >= maxOfSession
  ) {
    throw new RequestError('too_many_streams', {}, { retryAfter: 30 })
  }
  const stream = server.live.open(caller, first)
  call.signal?.addEventListener('abort', () => stream.destroy(), { once: true })
  return new StreamedReply(stream, 'text/event-stream; charset=utf-8')
}
