// Provides the dependencies of a request's transitions and announces what they wrote.
import { writeHeader } from '../../protocol/liveEvents'
import type { Call } from '../../protocol/transport'
import type { Context } from '../context/context'
import type { BoundQueryOwner, Database } from '../database/connection/openDatabase'
import type { Live } from '../context/liveEvents'
import type { RunDependencies } from './runTransition'

const maxWriteName = 64

interface Running extends Pick<Context, 'app'> {
  readonly server: {
    readonly database: RunDependencies['database'] & Pick<Database, 'transactionFor'>
    readonly live: Pick<Live, 'changed'>
  }
  /** The account whose share the write uses; absent: the server itself writes. */
  readonly queryOwner?: BoundQueryOwner
  /** The request that writes. */
  readonly call?: Partial<Pick<Call, 'headers' | 'signal'>>
  /** Whether it ends when the client disconnects: it only reads what it then rolls back. */
  readonly endsWithClient?: boolean
}

/** Those of a dry run, which ends when the client disconnects. */
export const dryRunDependencies = (running: Running): RunDependencies =>
  runDependencies({ ...running, endsWithClient: true })

/** The dependencies of runTransition and runBatch; they use this request's App even if a newer one is live. */
export function runDependencies({ app, server, queryOwner, call, endsWithClient = false }: Running): RunDependencies {
  const { database } = server
  const owner = queryOwner && (endsWithClient ? queryOwner : withoutSignal(queryOwner))
  const write = call?.headers?.[writeHeader]?.slice(0, maxWriteName)
  return {
    app,
    database: owner
      ? {
          // What a write looks up beside its transaction may be of any tenant, such as a value that is taken. It takes
          // no share of reads: with many lists open, a refused write would end as a busy server. Nor does it end with
          // the client, who could try more values uncounted.
          query: (statement) => database.query(statement),
          transaction: (work) => database.transactionFor(work, owner),
          distributed: database.distributed,
        }
      : database,
    onCommitted({ records }) {
      const byTenant = new Map<number | null, Set<string>>()
      for (const { tenant, entity } of records) byTenant.set(tenant, (byTenant.get(tenant) ?? new Set()).add(entity))
      for (const [tenant, entities] of byTenant)
        server.live.changed({ tenant, entities: [...entities], ...(write !== undefined && { write }) })
    },
  }
}

/** A write that was sent completes, whether or not the client still waits. */
const withoutSignal = ({ account, tenant, reach }: BoundQueryOwner): BoundQueryOwner => ({ account, tenant, reach })
