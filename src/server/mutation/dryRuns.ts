// Runs transitions in a transaction that is rolled back.
// Shows what they would change, and what would be the case then.
import sql from 'sql-template-tag'
import { declared } from '../../manifest/expression/values/present'
import { validateValue } from '../../manifest/fieldTypes/fieldTypes'
import type { App } from '../../manifest/model/app'
import type { RunRequest } from '../../protocol/calls'
import type { Caller, Context } from '../context/context'
import type { Database } from '../database/connection/openDatabase'
import { maskText } from '../query/expression/mask'
import {
  batchOf,
  decisionOf,
  inTransaction,
  runAtomically,
  tenantOfBatch,
  type RunDependencies,
  type Transacting,
} from './runTransition'
import { assertPermitted } from './guards/permission'
import { givable } from './input/givable'
import type { LogRow, TransitionBatch, TransitionResult } from './state/writeContext'
import { countLookups, triedValue } from './write/lookupTries'

/** What a transition would change in its record, and the fields that its form would not show. */
export interface DryRun extends Pick<TransitionResult, 'hidden'>, Pick<LogRow, 'changes'> {}

/** Rolls a transaction back. */
class DryRunEnd<Result> extends Error {
  override readonly name = 'DryRunEnd'

  constructor(readonly result: Result) {
    super()
  }
}

interface DryRunRequest extends Omit<RunRequest, 'key'> {
  /** Inputs that could not be read; if given, a refusal lists all errors instead of the first. */
  readonly unread?: readonly string[]
  readonly incomplete?: TransitionBatch['incomplete']
}

/**
 * Runs a transition like runTransition and rolls it back; takes no document number.
 * @throws as runTransition, and RequestError too_many_lookups
 */
export async function dryRunTransition(
  { database, app, before }: RunDependencies,
  caller: Caller,
  { unread, incomplete, ...request }: DryRunRequest,
  now: Date,
): Promise<DryRun> {
  const batch = { ...batchOf(app, caller, request), incomplete }
  assertPermitted(app, caller, batch.transition)
  await before?.examine?.(request)
  await countMasked({ database, app }, { caller, now }, batch)
  const tenant = await tenantOfBatch({ database, app }, caller, batch, now)
  const decided = await decisionOf({ database, app, before }, { caller, now }, batch)
  if (decided instanceof Error) throw decided
  const transacting = { database, app, tenant, ...(unread && { unread }) }
  const [done] = await dryRunBatch(transacting, { caller, now }, batch)
  return done!
}

/** Runs transitions in a transaction that is rolled back. */
export async function dryRunBatch(
  transacting: Transacting,
  viewer: Pick<Context, 'caller' | 'now'>,
  batch: TransitionBatch,
): Promise<DryRun[]> {
  return rolledBack(transacting, viewer, async (context) => {
    const done = await runAtomically(context, batch)
    const isLogged = (row: LogRow) => row.entity === batch.entity.name && row.action === batch.transition.name
    const changesOf = (id: number) => context.log.find((row) => isLogged(row) && row.recordId === id)?.changes
    return done.map(({ id, hidden }) => ({ changes: changesOf(id) ?? {}, hidden }))
  })
}

/** How long a read waits for records that a write holds. */
const lockTimeout = sql`set local lock_timeout = '300ms'`

/**
 * What `look` finds once a transition has run with nothing entered, even what is required; then it is rolled back.
 * @throws as runTransition, and WriteEnded where a write holds one of its records
 */
export async function afterDryRun<Result>(
  { database, app }: RunDependencies,
  { caller, now }: Pick<Context, 'caller' | 'now'>,
  request: Omit<RunRequest, 'key'>,
  look: (query: Context['query']) => Promise<Result>,
): Promise<Result> {
  const batch = { ...batchOf(app, caller, request), incomplete: 'accepted' } as const
  assertPermitted(app, caller, batch.transition)
  const tenant = await tenantOfBatch({ database, app }, caller, batch, now)
  return rolledBack({ database, app, tenant }, { caller, now }, async (context) => {
    await context.query(lockTimeout)
    await runAtomically(context, batch)
    return look(context.query)
  })
}

async function rolledBack<Result>(
  transacting: Transacting,
  { caller, now }: Pick<Context, 'caller' | 'now'>,
  work: (context: Parameters<typeof runAtomically>[0]) => Promise<Result>,
): Promise<Result> {
  const ending = inTransaction({ ...transacting, dryRun: true }, caller, now, async (context): Promise<never> => {
    throw new DryRunEnd(await work(context))
  })
  return ending.then(
    ({ answer }) => answer,
    (error: unknown) => {
      if (error instanceof DryRunEnd) return error.result as Result
      throw error
    },
  )
}

/**
 * A file may contain thousands of masked values, but many that look alike under the mask are attempts to guess one.
 * @throws RequestError too_many_lookups
 */
export async function countMasked(
  { database, app }: { readonly database: Pick<Database, 'query'>; readonly app: App },
  { caller, now }: Pick<Context, 'caller' | 'now'>,
  { entity: { fields, unique }, requests }: TransitionBatch,
): Promise<void> {
  const lookups = requests.flatMap(({ values: given }) => {
    const masking = unique.filter((rule) =>
      rule.fields.some((name) => declared(fields, name).mask && Object.hasOwn(given, name)),
    )
    return masking.map(({ fields: names }) => {
      // As they would be stored: another spelling of a value is no further one.
      const values = Object.fromEntries(
        names.map((name) => {
          const field = declared(fields, name)
          const checked = validateValue(given[name], field, givable(app, field, undefined))
          return [name, 'value' in checked ? checked.value : null]
        }),
      )
      const masked = names.map((name) => {
        const { mask } = declared(fields, name)
        return [name, mask ? maskText(String(values[name] ?? ''), mask.unmasked) : values[name]] as const
      })
      return { value: triedValue(names, values), visible: triedValue(names, Object.fromEntries(masked)) }
    })
  })
  await countLookups(database, caller, lookups, now)
}
