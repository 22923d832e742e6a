// Signs in by other systems, and links their accounts to the caller's.
// An account is found by its link alone, whatever name, number or address the other system reports; if it has a second
// factor, linking requires a fresh proof, so that a session left open grants no lasting access.
import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { lockNamed } from '../../database/sql/lockNamed'
import { RequestError } from '../../../protocol/requestError'
import type {
  BeginSignInAnswer,
  BeginSignInRequest,
  FinishSignInRequest,
  LinkedAccount,
  UnlinkRequest,
} from '../../../protocol/signIn/signInCalls'
import { callerOf } from '../../auth/callers'
import { findAccounts } from '../../auth/findIdentities'
import { hasFactor } from '../../auth/factors/factors'
import { takeProof } from '../../auth/factors/proveFactor'
import { claimAttempt, forgetFailures } from '../../auth/signInThrottle'
import { giveTicket, takeTicket } from '../../auth/tickets'
import type { Caller } from '../../context/context'
import type { SignInAttempt, SignInProvider } from '../../integrations/contract/identityProviders'
import { recordAudit } from '../../mutation/audit'
import type { RequestContext } from '../contract/operation'
import { offeredProviders, returnPath } from '../contract/offeredProviders'
import { pageOriginOf } from '../contract/pageOrigin'
import { completeSignIn } from './completeSignIn'
import { unreachable } from './externalProof'
import { sessionOwner } from './secondStep'

interface StoredAttempt extends SignInAttempt {
  readonly provider: string
  readonly link: boolean
}

/** POST /api/signIn/begin. */
export async function beginSignIn(
  context: RequestContext,
  { provider, link = false, proof }: BeginSignInRequest,
): Promise<BeginSignInAnswer> {
  const { app, now, server } = context
  const owner = link ? sessionOwner(context) : { account: null, session: null }
  const page = pageOriginOf(context)
  const signIn = providerNamed(context, provider)
  if (!page) throw new RequestError('identity_provider_unavailable')
  const random = () => randomBytes(32).toString('base64url')
  const attempt: SignInAttempt = {
    state: random(),
    nonce: random(),
    verifier: random(),
    returnAddress: page.origin + returnPath(app)!,
  }
  const address = await signIn.address(attempt).catch(unreachable(server))
  // Last, so that an unavailable provider does not consume a proof.
  if (owner.account !== null && (await hasFactor(server.database.query, owner.account)))
    await takeProof(server.database.query, owner, { proof, now })
  const data = { ...attempt, provider, link } satisfies StoredAttempt
  return {
    address,
    attempt: await giveTicket(server.database.query, { purpose: 'attempt', now, ...owner, data: { ...data } }),
  }
}

/** POST /api/signIn/finish: answers as a sign-in, or with result `linked`. */
export async function finishSignIn(context: RequestContext, { attempt, query }: FinishSignInRequest): Promise<unknown> {
  const { app, call, now, server } = context
  const { database } = server
  const taken = await takeTicket(database.query, 'attempt', attempt, { now })
  const begun = taken?.data as unknown as StoredAttempt | undefined
  const back = new URLSearchParams(query)
  if (!taken || !begun || back.get('state') !== begun.state) throw new RequestError('second_step_expired')
  const tried = `by ${begun.provider}`
  const address = call.address ?? 'local'
  await claimAttempt(database, tried, address, now)
  const subject = await providerNamed(context, begun.provider).subject(begun, back, now).catch(unreachable(server))
  if (subject === undefined) throw new RequestError('authorization_code_invalid')
  await forgetFailures(database, tried, address, now)
  if (begun.link) {
    const { account, session } = sessionOwner(context)
    if (account !== taken.account || session !== taken.session) throw new RequestError('second_step_expired')
    await linkTo(context, account, { provider: begun.provider, subject })
    return { result: 'linked' }
  }
  const callers = await linkedCallers(context, begun.provider, subject)
  if (callers.length === 0) throw new RequestError('no_linked_account', {}, { data: { unbound: true } })
  const endpoint = Object.values(app.endpoints).find(({ operation }) => operation === 'signIn')
  if (!endpoint) throw new RequestError('identity_provider_unavailable')
  return completeSignIn(context, callers, endpoint)
}

/** POST /api/signIn/links. */
export async function linkedAccounts(context: RequestContext): Promise<LinkedAccount[]> {
  const { account } = sessionOwner(context)
  const rows = await context.query<{ provider: string; at: string }>(
    sql`select "provider", min("at") as "at" from "_link" where "account" = ${account} group by "provider"`,
  )
  return offeredProviders(context.app, context.server.identities).map(({ name, title }) => {
    const row = rows.find(({ provider }) => provider === name)
    return { provider: name, title, linkedAt: row ? new Date(row.at).toISOString() : null }
  })
}

/** POST /api/signIn/unlink. */
export async function unlinkAccount(context: RequestContext, { provider }: UnlinkRequest): Promise<null> {
  const { account } = sessionOwner(context)
  const gone = await context.server.database.query(
    sql`delete from "_link" where "account" = ${account} and "provider" = ${provider} returning "account"`,
  )
  if (gone.length > 0) await recordAudit(context, { action: 'unlinked', detail: provider })
  return null
}

/** An account has one link per system; an account there may have several here to choose from. */
async function linkTo(
  context: RequestContext,
  account: number,
  { provider, subject }: { readonly provider: string; readonly subject: string },
): Promise<void> {
  const { now, server } = context
  await server.database.transaction(async ({ query }) => {
    await lockNamed(query, `link ${account} ${provider}`)
    await query(sql`delete from "_link" where "account" = ${account} and "provider" = ${provider}`)
    await query(sql`insert into "_link" ("provider", "subject", "account", "at")
      values (${provider}, ${subject}, ${account}, ${now})`)
  })
  await recordAudit(context, { action: 'linked', detail: provider })
}

async function linkedCallers(context: RequestContext, provider: string, subject: string): Promise<Caller[]> {
  const { app, caller, now, server } = context
  const rows = await server.database.query<{ account: number }>(
    sql`select "account" from "_link" where "provider" = ${provider} and "subject" = ${subject} order by "account"`,
  )
  const ids = rows.map(({ account }) => Number(account))
  const identities = ids.length > 0 ? await findAccounts(context, caller.language, { ids }) : []
  return identities.flatMap((identity) => callerOf(app, identity, now, { language: caller.language }) ?? [])
}

function providerNamed({ app, server }: RequestContext, name: string): SignInProvider {
  const isOffered = offeredProviders(app, server.identities).some((provider) => provider.name === name)
  const signIn = isOffered ? server.identities(name)?.signIn : undefined
  if (!signIn) throw new RequestError('identity_provider_unavailable')
  return signIn
}
