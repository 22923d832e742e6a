// Admits the calls of programs from the addresses of their key, within its limit.
// Notes each in the audit: one row has the calls of one kind in one minute; what a call reads or writes is never noted.
import { textBefore } from '../../../manifest/expression/values/present'
import { RequestError } from '../../../protocol/requestError'
import { isWithinAddresses } from '../../auth/keyAddresses'
import { recordAudit, setAuditedNumber, type AuditRow } from '../../mutation/audit'
import { toolShapes } from '../contract/requestSchemas'
import type { RequestContext } from '../contract/operation'

type ProgramContext = Pick<RequestContext, 'app' | 'caller' | 'now' | 'distributed' | 'query' | 'server' | 'call'>

/** The row of the calls of one kind in this minute. */
interface CountedCalls {
  readonly row: Promise<readonly number[]>
  calls: number
  /** Settled when all calls that were counted before it began are stored. */
  stored: Promise<unknown>
  /** The next one, which waits for `stored`. */
  next?: Promise<unknown>
}

const msPerMinute = 60_000

/**
 * For one process. It notes a call before its answer, so that nothing unaudited is delivered.
 * @throws RequestError api_key_address_refused, api_key_limit_reached
 */
export function createProgramAdmission(): (context: ProgramContext) => Promise<void> {
  let minute = 0
  let rows = new Map<string, CountedCalls>()

  async function note(context: ProgramContext, kind: string, row: AuditRow): Promise<void> {
    const current = Math.floor(context.now.getTime() / msPerMinute)
    if (current !== minute) rows = new Map()
    minute = current
    const within = rows
    const key = JSON.stringify([context.caller.apiKey, kind])
    const counted = within.get(key)
    if (counted) return countOn(context, counted)
    const inserted = recordAudit(context, { ...row, calls: 1 })
    within.set(key, { row: inserted, calls: 1, stored: inserted })
    // Do not add later calls to a row that was not written.
    inserted.catch(() => within.delete(key))
    await inserted
  }

  return async (context) => {
    const { app, caller, now, call, server } = context
    const { apiKeyAddresses: addresses } = caller
    const subject = subjectOf(context)
    if (addresses !== undefined && !isWithinAddresses(addresses, call.address)) {
      // One row a minute from wherever, since these calls have no limit.
      await note(context, 'refused', { action: 'callRefused', ...subject })
      throw new RequestError('api_key_address_refused', { address: call.address ?? '' })
    }
    server.callers.countRequest(app, caller, now)
    const { detail, screen, entity } = subject
    await note(context, [detail, screen, entity, call.address].join(' '), { action: 'call', ...subject })
  }
}

/** Many calls at the same moment are stored by one statement. */
function countOn(context: ProgramContext, counted: CountedCalls): Promise<void> {
  counted.calls += 1
  const settled = counted.stored.catch(() => undefined)
  counted.next ??= settled.then(async () => {
    counted.next = undefined
    counted.stored = setAuditedNumber(context, await counted.row, { calls: counted.calls })
    await counted.stored
  })
  return counted.next.then(() => undefined)
}

/** Which call it is, with the names of the manifests that it gives; other parts of its body may be values. */
function subjectOf({ app, call }: ProgramContext): Pick<AuditRow, 'detail' | 'screen' | 'entity'> {
  const body = partOf(call.body)
  const { name: tool, arguments: input } = partOf(body.params)
  const { screen, entity } = { ...body, ...partOf(input) }
  const named = typeof tool === 'string' && Object.hasOwn(toolShapes, tool) ? ` ${tool}` : ''
  return {
    detail: `${call.method} ${textBefore(call.path, '?')}${named}`,
    ...(typeof screen === 'string' && Object.hasOwn(app.screens, screen) && { screen }),
    ...(typeof entity === 'string' && Object.hasOwn(app.entities, entity) && { entity }),
  }
}

const partOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
