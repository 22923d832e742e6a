// Admits programs from the addresses of their key, within its limit, and notes its last use.
// Notes each call in the audit: a row has the calls of one kind in one minute, and never what a call reads or writes.
import { textBefore } from '../../../manifest/expression/values/present'
import { RequestError } from '../../../protocol/requestError'
import { endedKeyCaller, isApiKey, recordKeyUse } from '../../auth/apiKeys'
import { isWithinAddresses } from '../../auth/keyAddresses'
import { recordAudit, setAuditedNumber, type AuditRow } from '../../mutation/audit'
import { toolShapes } from '../contract/requestSchemas'
import type { RequestContext } from '../contract/operation'

type ProgramContext = Pick<RequestContext, 'app' | 'caller' | 'now' | 'distributed' | 'query' | 'server' | 'call'>

interface ProgramAdmission {
  /**
   * Notes a call before its answer, so that nothing unaudited is delivered.
   * @throws RequestError api_key_address_refused, api_key_limit_reached
   */
  admit(context: ProgramContext): Promise<void>
  /** Notes a call whose key was issued once but is no longer valid; other tokens have no account. */
  noteEnded(context: Omit<ProgramContext, 'caller'>, token: string | undefined, language: string): Promise<void>
}

/** The row of the calls of one kind in this minute. */
interface CountedCalls {
  readonly row: Promise<readonly number[]>
  calls: number
  /** Settled when all calls that were counted before it began are stored. */
  stored: Promise<unknown>
  /** The next one, which waits for `stored`. */
  next?: Promise<unknown>
}

/** What is kept of one minute. */
interface Minute {
  readonly number: number
  readonly rows: Map<string, CountedCalls>
  /** The addresses from which each key was refused, up to `maxAddresses`. */
  readonly refused: Map<number, Set<string>>
  /** The keys whose use is noted. */
  readonly used: Set<number>
}

const msPerMinute = 60_000
/** Refused calls have no limit: those of a key from further addresses in a minute share a row. */
const maxAddresses = 20

/** For one process. */
export function createProgramAdmission(): ProgramAdmission {
  let minute: Minute | undefined

  function minuteOf({ now }: Pick<ProgramContext, 'now'>): Minute {
    const current = Math.floor(now.getTime() / msPerMinute)
    if (minute?.number !== current) minute = { number: current, rows: new Map(), refused: new Map(), used: new Set() }
    return minute
  }

  async function note(context: ProgramContext, kind: string, row: AuditRow): Promise<void> {
    const { rows } = minuteOf(context)
    const key = JSON.stringify([context.caller.apiKey, kind])
    const counted = rows.get(key)
    if (counted) return countOn(context, counted)
    const inserted = recordAudit(context, { ...row, calls: 1 })
    rows.set(key, { row: inserted, calls: 1, stored: inserted })
    // Do not add later calls to a row that was not written.
    inserted.catch(() => rows.delete(key))
    await inserted
  }

  function noteRefused(context: ProgramContext, reason: string): Promise<void> {
    const { apiKey = 0 } = context.caller
    const { address = '' } = context.call
    const { refused } = minuteOf(context)
    const addresses = refused.get(apiKey) ?? new Set()
    refused.set(apiKey, addresses)
    if (addresses.size < maxAddresses) addresses.add(address)
    const subject = subjectOf(context)
    const row = { action: 'callRefused', ...subject, detail: `${subject.detail} ${reason}` } as const
    return note(context, ['refused', reason, addresses.has(address) ? address : ''].join(' '), row)
  }

  async function noteUse(context: ProgramContext): Promise<void> {
    const { apiKey = 0 } = context.caller
    const { used } = minuteOf(context)
    if (used.has(apiKey)) return
    used.add(apiKey)
    await recordKeyUse(context)
  }

  return {
    async admit(context) {
      const refusal = refusalOf(context)
      if (refusal) {
        await noteRefused(context, refusal.key)
        throw refusal
      }
      const subject = subjectOf(context)
      const kind = [subject.detail, subject.screen, subject.entity, context.call.address].join(' ')
      await Promise.all([noteUse(context), note(context, kind, { action: 'call', ...subject })])
    },
    async noteEnded(context, token, language) {
      const caller = token && isApiKey(token) ? await endedKeyCaller(context, token, language) : undefined
      if (caller) await noteRefused({ ...context, caller }, 'api_key_not_valid')
    },
  }
}

/** Why a program may not call now: from elsewhere, or too often. */
function refusalOf({ app, caller, now, call, server }: ProgramContext): RequestError | undefined {
  const { apiKeyAddresses: bounds = [] } = caller
  if (!bounds.every((addresses) => isWithinAddresses(addresses, call.address)))
    return new RequestError('api_key_address_refused', { address: call.address ?? '' })
  try {
    server.callers.countRequest(app, caller, now)
    return undefined
  } catch (error) {
    if (error instanceof RequestError) return error
    throw error
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
