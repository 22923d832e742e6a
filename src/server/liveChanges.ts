// What follows when records have changed? Counters of those who look on when messages came or were read, and callers read anew when accounts, roles or tenants did.
// Many changes in a row are answered together.
import { countersOf } from './operations/counters'
import type { Dependencies } from './dependencies'
import { endSession } from './sessions'

const gather = 150
/** How often open streams are asked whether their session is still good. */
const lookEvery = 15_000

/** Listens until the answered function is called. */
export function tellChanges({ holder, database, live, callers, log, clock }: Dependencies): () => Promise<void> {
  const pending = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()
  const query = database.read.bind(database)

  const work = async () => {
    const entities = new Set(pending)
    pending.clear()
    const app = holder.current
    const { viewers } = live
    if (viewers.length === 0) return
    if (entities.has(app.product.messages.entity)) {
      const counters = await countersOf(app, query, [...new Set(viewers.map((viewer) => viewer.account))])
      for (const [account, own] of counters)
        live.tell({ event: 'counters', counters: own }, (viewer) => viewer.account === account)
    }
    if (identifying().some((entity) => entities.has(entity))) await lookAtSessions()
  }
  const lookAtSessions = async () => {
    const sessions = live.viewers.map((viewer) => viewer.session)
    const good = await callers.stillGood(holder.current, sessions, clock())
    const ended = sessions.filter((session) => !good.has(session))
    for (const session of ended) await endSession(database, session)
    live.signedOut(new Set(ended))
  }
  const identifying = () => {
    const { account, tenant, role } = holder.current.access.identity
    return [account, tenant, holder.current.entities[account]!.fields[role]!.entity!]
  }
  const queue = (job: () => Promise<void>) => {
    working = working.then(job).catch((error: unknown) => log.error('Live events could not be told', error))
  }

  live.onChanged(({ entities }) => {
    if (identifying().some((entity) => entities.includes(entity))) callers.forget()
    for (const entity of entities) pending.add(entity)
    timer ??= setTimeout(() => {
      timer = undefined
      queue(work)
    }, gather)
  })
  // Also when another process ended them.
  live.onSignedOut(() => callers.forget())
  const regular = setInterval(() => queue(lookAtSessions), lookEvery).unref()
  return async () => {
    clearTimeout(timer)
    clearInterval(regular)
    await working
  }
}
