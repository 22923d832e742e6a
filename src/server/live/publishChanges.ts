// Reacts to changed records: sends counters to subscribers, drops cached callers.
// Changes in quick succession are handled together.
import { roleEntityOf } from '../../manifest/model/app'
import type { LiveApp } from '../context/liveApp'
import type { Database } from '../database/connection/openDatabase'
import type { Callers } from '../auth/callers'
import type { Live } from '../context/liveEvents'
import type { Log } from '../context/log'
import { countersOf } from './messageCounts'
import { endSession } from '../auth/sessions'

interface Parts {
  readonly liveApp: Pick<LiveApp, 'current'>
  readonly database: Pick<Database, 'query'>
  readonly live: Pick<Live, 'viewers' | 'send' | 'signedOut' | 'onChanged' | 'onSignedOut'>
  readonly callers: Pick<Callers, 'validSessions' | 'forget'>
  readonly log: Pick<Log, 'error'>
  readonly clock: () => Date
}

const gatherMs = 150
/** Milliseconds between checks that open streams still have a valid session. */
const sessionCheckMs = 15_000

/** Listens until the returned function is called. */
export function publishChanges({ liveApp, database, live, callers, log, clock }: Parts): () => Promise<void> {
  const pending = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()
  const query = database.query.bind(database)

  const work = async () => {
    const entities = new Set(pending)
    pending.clear()
    const app = liveApp.current
    const { viewers } = live
    if (viewers.length === 0) return
    if (entities.has(app.product.messages.entity)) {
      const counters = await countersOf(app, query, viewers)
      for (const [account, counts] of counters)
        live.send({ event: 'counters', counters: counts }, (viewer) => viewer.account === account)
    }
    if (identifying().some((entity) => entities.has(entity))) await endInvalidSessions()
  }
  const endInvalidSessions = async () => {
    const sessions = live.viewers.map((viewer) => viewer.session)
    const valid = await callers.validSessions(liveApp.current, sessions, clock())
    const ended = sessions.filter((session) => !valid.has(session))
    for (const session of ended) await endSession(database, session)
    live.signedOut(new Set(ended))
  }
  const identifying = () => {
    const { access } = liveApp.current
    const { accountEntity: account, tenantEntity: tenant } = access.identity
    const listed = Object.values(access.sessionLists).map(({ entity }) => entity)
    const keys = access.apiKeys ? [access.apiKeys.entity] : []
    return [account, tenant, roleEntityOf(liveApp.current).name, ...keys, ...listed]
  }
  const queue = (job: () => Promise<void>) => {
    working = working.then(job).catch((error: unknown) => log.error('Live events could not be sent', error))
  }

  live.onChanged(({ entities }) => {
    if (identifying().some((entity) => entities.includes(entity))) callers.forget()
    for (const entity of entities) pending.add(entity)
    timer ??= setTimeout(() => {
      timer = undefined
      queue(work)
    }, gatherMs)
  })
  // Also when another process ended them.
  live.onSignedOut(() => callers.forget())
  const regular = setInterval(() => queue(endInvalidSessions), sessionCheckMs).unref()
  return async () => {
    clearTimeout(timer)
    clearInterval(regular)
    await working
  }
}
