// An account's second factors: listed, added, removed; new recovery codes.
// An account that has one must prove it for each change, so that a session left open cannot lock its owner out.
import { RequestError } from '../../../protocol/requestError'
import type {
  BeginFactorAnswer,
  BeginFactorRequest,
  ConfirmFactorAnswer,
  ConfirmFactorRequest,
  FactorsAnswer,
  RecoveryCodesAnswer,
  RecoveryCodesRequest,
  RemoveFactorRequest,
} from '../../../protocol/signIn/signInCalls'
import { textIn } from '../../../manifest/model/text'
import {
  addFactor,
  countRecoveryCodes,
  factorData,
  factorsOf,
  lockFactors,
  removeFactor,
  renewRecoveryCodes,
  requiresFactor,
  type StoredFactor,
} from '../../auth/factors/factors'
import { takeProof, type FactorOwner } from '../../auth/factors/proveFactor'
import { passkeyCreation, verifiedPasskey } from '../../auth/factors/passkeys'
import { newTotp, openTotp, stepOfCode } from '../../auth/factors/totp'
import { endOtherSessions, recordSecondFactor } from '../../auth/sessions'
import { giveTicket, takeTicket, tryTicket } from '../../auth/tickets'
import type { Caller } from '../../context/context'
import { recordAudit, recordAuditWithin } from '../../mutation/audit'
import type { RequestContext } from '../contract/operation'
import { factorContext, passSecondStep, sessionOwner, waiting } from './secondStep'

const maxFactors = 10

/** POST /api/factors. */
export async function listFactors(context: RequestContext): Promise<FactorsAnswer> {
  const { app, caller, now, server } = context
  const { account } = sessionOwner(context)
  const { query } = server.database
  const [factors, recoveryCodes] = await Promise.all([factorsOf(query, account), countRecoveryCodes(query, account)])
  return { factors: factors.map(factorData), recoveryCodes, required: requiresFactor(app, caller, now) }
}

/** POST /api/factors/begin: within a session, or with the ticket of a sign-in that requires a factor. */
export async function beginFactor(
  context: RequestContext,
  { kind, ticket, proof }: BeginFactorRequest,
): Promise<BeginFactorAnswer> {
  const { app, now, server } = context
  const { owner, caller } = await ownerOf(context, ticket)
  const { query } = server.database
  const present = await factorsOf(query, owner.account)
  if (present.length > 0) await takeProof(query, owner, { proof, now })
  assertRoom(present)
  const { identity } = app.access
  const subject = {
    issuer: textIn(app.product.title, caller.language),
    label: String(caller.me[identity.loginField] ?? ''),
    account: owner.account,
  }
  const { seal, page } = factorContext(context)
  const waitFor = (data: object) =>
    giveTicket(query, { purpose: 'factor', now, ...owner, data: { kind, isFirst: present.length === 0, ...data } })
  if (kind === 'totp') {
    const { secret, sealed, address } = newTotp(seal, subject)
    return { pending: await waitFor({ sealed }), secret, address }
  }
  if (!page) throw new RequestError('passkey_needs_page')
  const given = await giveTicket(query, { purpose: 'challenge', now, ...owner })
  return { pending: await waitFor({}), passkey: await passkeyCreation(page, given, subject, present) }
}

/** POST /api/factors/confirm. */
export async function confirmFactor(
  context: RequestContext,
  { pending, ticket, name, ...answer }: ConfirmFactorRequest,
): Promise<ConfirmFactorAnswer> {
  const { now, server } = context
  const { database, callers, live } = server
  const { owner, caller } = await ownerOf(context, ticket)
  const begun = await tryTicket(database.query, 'factor', pending, now)
  if (!begun || begun.account !== owner.account || begun.session !== owner.session)
    throw new RequestError('second_step_expired')
  const made = await madeFactor(context, owner, begun.data, answer)
  if (!made) throw new RequestError('second_factor_wrong', {}, { field: 'code' })
  const recoveryCodes = await database.transaction(async ({ query }) => {
    // Two concurrent confirmations of an account's first factor would leave codes that were never shown.
    await lockFactors(query, owner.account)
    const present = await factorsOf(query, owner.account)
    const isFirst = present.length === 0
    assertRoom(present)
    // Without a proof no factor may be added if another one was added in the meantime.
    const taken = await takeTicket(query, 'factor', pending, { now, owner })
    if (!taken || (!isFirst && begun.data.isFirst === true)) throw new RequestError('second_step_expired')
    await addFactor(query, owner.account, { ...made, name }, now)
    return isFirst ? renewRecoveryCodes(query, owner.account) : undefined
  })
  await recordAudit({ ...context, caller }, { action: 'factorAdded', detail: name })
  const ended = await endOtherSessions(database, owner.account, owner.session ?? undefined)
  live.signedOut(new Set(ended))
  const token = ticket === undefined ? undefined : await passSecondStep(context, caller, 'enrolment', ticket)
  if (owner.session !== null) await recordSecondFactor(database, owner.session, now)
  callers.forget()
  return { ...(recoveryCodes && { recoveryCodes }), ...(token !== undefined && { token }) }
}

/** POST /api/factors/remove. */
export async function removeOwnFactor(context: RequestContext, { id, proof }: RemoveFactorRequest): Promise<null> {
  const { app, caller, now, server } = context
  const owner = sessionOwner(context)
  const name = await server.database.transaction(async ({ query }) => {
    await lockFactors(query, owner.account)
    await takeProof(query, owner, { proof, now })
    const factors = await factorsOf(query, owner.account)
    if (factors.length === 1 && requiresFactor(app, caller, now)) throw new RequestError('second_factor_required')
    if (!(await removeFactor(query, owner.account, id))) throw new RequestError('second_factor_unknown')
    return factors.find((factor) => factor.id === id)?.name
  })
  await recordAudit(context, { action: 'factorRemoved', detail: name })
  return null
}

/** POST /api/factors/recoveryCodes. */
export async function newRecoveryCodes(
  context: RequestContext,
  { proof }: RecoveryCodesRequest,
): Promise<RecoveryCodesAnswer> {
  const owner = sessionOwner(context)
  return context.server.database.transaction(async ({ query }) => {
    await lockFactors(query, owner.account)
    await takeProof(query, owner, { proof, now: context.now })
    const recoveryCodes = await renewRecoveryCodes(query, owner.account)
    await recordAuditWithin(query, context, { action: 'recoveryCodesRenewed' })
    return { recoveryCodes }
  })
}

function assertRoom(present: readonly unknown[]): void {
  if (present.length >= maxFactors) throw new RequestError('second_factors_full', { count: maxFactors })
}

async function ownerOf(
  context: RequestContext,
  ticket: string | undefined,
): Promise<{ readonly owner: FactorOwner; readonly caller: Caller }> {
  if (ticket !== undefined) return waiting(context, 'enrolment', ticket)
  return { owner: sessionOwner(context), caller: context.caller }
}

async function madeFactor(
  context: RequestContext,
  owner: FactorOwner,
  { kind, sealed }: Readonly<Record<string, unknown>>,
  { code = '', passkey }: Pick<ConfirmFactorRequest, 'code' | 'passkey'>,
): Promise<Pick<StoredFactor, 'kind' | 'secret' | 'credential' | 'used'> | undefined> {
  const { database, seal, now, page } = factorContext(context)
  if (kind === 'totp') {
    const secret = String(sealed)
    const totp = openTotp(seal, owner.account, { secret })
    const step = totp && stepOfCode(totp, code.replace(/\s/g, ''), now)
    return step === undefined ? undefined : { kind, secret, credential: null, used: step }
  }
  if (!page || !passkey) return undefined
  const take = async (given: string) =>
    (await takeTicket(database.query, 'challenge', given, { now, owner })) !== undefined
  const made = await verifiedPasskey(page, take, passkey)
  return made && { kind: 'passkey', ...made }
}
