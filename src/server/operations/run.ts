// POST /api/run: one transition with everything that follows from it, in one transaction, or nothing of it.
import type { App } from '../../manifest/app'
import type { RunAnswer, RunRequest } from '../../protocol/calls'
import type { Caller } from '../context'
import type { Database } from '../database/open'
import { answerOf } from '../transition/answer'
import { unknownTransition } from '../transition/faults'
import { claimKey } from '../transition/idempotency'
import { checkInvariants } from '../transition/invariants'
import { writeLog } from '../transition/log'
import { perform } from '../transition/perform'
import { permit } from '../transition/permit'
import { clashFault, UniqueClash } from '../transition/unique'
import { createWork, type Done, type Orders, type Work, type Written } from '../transition/work'

/** What was written, told after it is certain. */
export interface Committed {
  readonly records: readonly Written[]
}

export interface RunDependencies {
  readonly database: Pick<Database, 'read' | 'transaction'>
  readonly app: App
  readonly onCommitted?: (committed: Committed) => void
}

/**
 * Runs a transition for a caller.
 * @throws Fault 2002 without the permission, 2001 for everything else that refuses it; nothing is written then
 */
export async function runTransition(
  { database, app, onCommitted }: RunDependencies,
  caller: Caller,
  request: RunRequest,
  now: Date,
): Promise<RunAnswer> {
  const orders = ordersOf(app, caller, request)
  // Before anything is looked up: the answer to a request sent again, too, is for those who still may.
  permit(app, caller, orders.transition)
  const { answer, records } = await inTransaction({ database, app }, caller, now, async (work) => {
    const account = typeof caller.me.id === 'number' ? caller.me.id : 0
    const claim = await claimKey(work.query, account, request, now)
    if (claim.answer) return claim.answer
    const [done] = await performWhole(work, orders)
    const answer = await answerOf(work, orders, done!)
    await claim.keep(answer)
    return answer
  })
  if (records.length > 0) onCommitted?.({ records })
  return answer
}

/** A transition with its effects, its invariants and its log. */
export async function performWhole(work: Work, orders: Orders): Promise<Done[]> {
  const done = await perform(work, orders)
  await checkInvariants(work)
  await writeLog(work)
  return done
}

/** Runs work in a transaction and tells what it wrote. A record that is in the way is told when the transaction is gone. */
export async function inTransaction<T>(
  { database, app }: Pick<RunDependencies, 'database' | 'app'>,
  caller: Caller,
  now: Date,
  run: (work: Work) => Promise<T>,
): Promise<{ answer: T; records: readonly Written[] }> {
  try {
    return await database.transaction(async (tx) => {
      const work = createWork(app, caller, now, tx.query, perform)
      const answer = await run(work)
      return {
        answer,
        records: [...work.written.values()].flatMap((records) =>
          [...records.values()].map(({ entity, id, tenant }) => ({ entity, id, tenant })),
        ),
      }
    })
  } catch (error) {
    if (!(error instanceof UniqueClash)) throw error
    throw await clashFault({ app, caller, now, query: (statement) => database.read(statement) }, error)
  }
}

function ordersOf(
  app: App,
  caller: Caller,
  { entity: name, transition: action, id, version, values, note }: RunRequest,
): Orders {
  const entity = Object.hasOwn(app.entities, name) ? app.entities[name] : undefined
  const transition = entity && Object.hasOwn(entity.transitions, action) ? entity.transitions[action] : undefined
  if (!entity || !transition || transition.creates !== (id === undefined)) throw unknownTransition()
  return { entity, transition, caller, depth: 0, orders: [{ id, version, values: values ?? {}, note }] }
}
