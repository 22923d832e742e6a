// Sign-in by password, code or token; the boot call; sign-out. Stores nothing of a password.
import type { BootAnswer } from '../../protocol/screenCalls'
import type { EntryAnswer } from '../../protocol/publicEntry'
import { forgetAttempt, isAwayAttempt, leaveToSignIn, takeAttempt } from './signInAttempt'
import type { Client } from '../transport/callServer'
import type { Drafts } from './drafts'
import { storeDuePreferences } from './duePreferences'
import { forgetFirstReads } from '../transport/firstReads'
import { neededEndpoint, type PageOperation } from '../transport/endpointAddress'
import { CallError, type CallErrorKind } from '../feedback/callError'
import { forgetAllUnfinished } from '../transport/unfinishedUploads'
import { storedTheme, type Session, type SessionStatus } from './session'
import type { Translator } from '../text/translate'

/** One of several accounts behind a proven password; `names` distinguish them, as the endpoint's manifest defines. */
export interface AccountChoice {
  readonly handle: string
  readonly names: readonly string[]
}

interface SignInAnswer {
  readonly token?: string | null
  /** `multiAccount`: choose one; `secondFactor`, `addFactor`: prove or add one; `linked`: no sign-in. */
  readonly result?: string | null
  /** Of the second step. */
  readonly ticket?: string | null
  readonly accounts?: readonly Readonly<Record<string, unknown>>[] | null
}

export type SignInOutcome =
  | { readonly step: 'in' }
  | { readonly step: 'choose'; readonly accounts: readonly AccountChoice[] }
  | { readonly step: 'prove' | 'add'; readonly ticket: string }
  | { readonly step: 'linked' }

/** Purpose of a code that is sent to a phone. */
export type CodePurpose = 'signIn' | 'reset'

export interface SignIn {
  /** Throws a CallError for the form to show. */
  withPassword(account: string, password: string): Promise<SignInOutcome>
  choose(handle: string): Promise<SignInOutcome>
  /** By the code that was sent to the phone. */
  withCode(mobile: string, code: string): Promise<SignInOutcome>
  /** By the one-time code of an integration. */
  withIntegrationCode(code: string): Promise<SignInOutcome>
  /** Redirects to another system, leaving the page. */
  withProvider(provider: string): Promise<void>
  /** Whether this tab has begun such a redirect. */
  isAway(): boolean
  /** Forgets one that the user left unfinished, so that a tab opened from here does not inherit it. */
  forgetAway(): void
  /** Completes the redirect with the returned query; `returnTo`: where the user was. */
  finish(query: string): Promise<SignInOutcome & { readonly returnTo: string }>
  /** Does not reveal whether the number is known. */
  sendCode(mobile: string, purpose: CodePurpose): Promise<void>
  /** The number with its middle hidden. */
  maskedMobile(account: string): Promise<string>
  /** The ticket for setting a new password. */
  resetTicket(mobile: string, code: string): Promise<string>
  resetPassword(mobile: string, ticket: string, newPassword: string): Promise<void>
  /** The account of the last sign-in in this browser. */
  lastMobile(): string
  /** Takes over a token from elsewhere. */
  withToken(token: string): Promise<void>
  /**
   * Loads the account of the token and its routes. Sets the status to ready or failed. False: the server was not
   * reached, and a user at work goes on with what is loaded.
   */
  boot(): Promise<boolean>
  /** Ends the session here and on the server. The caller reloads the page: until then it shows nothing. */
  out(): Promise<void>
  /** Forgets the session without a call, as after code 2999. */
  forget(): void
  /** The same if the caller reloads the page. */
  leave(): void
}

interface SignInOptions {
  readonly entry: () => EntryAnswer
  readonly client: Client
  readonly session: Session
  readonly drafts: Pick<Drafts, 'open' | 'close'>
  readonly translator: () => Translator
}

/**
 * The ways of signing in over a session. Each rejects with a CallError for its form, except that `boot` turns one into
 * the session's status and `out` ignores it.
 */
export function createSignIn(options: SignInOptions): SignIn {
  const { entry, client, session, drafts, translator } = options
  const boot = () => bootSession(options)
  const enter = async (token: string) => {
    session.setToken(token)
    await boot()
    const login = session.getState().boot?.account.login
    if (login) session.rememberLogin(login)
  }
  const take = async (answer: SignInAnswer): Promise<SignInOutcome> => {
    if (answer.result === 'multiAccount') return { step: 'choose', accounts: (answer.accounts ?? []).map(choiceOf) }
    if (answer.result === 'linked') return { step: 'linked' }
    if (answer.ticket) return { step: answer.result === 'addFactor' ? 'add' : 'prove', ticket: answer.ticket }
    if (!answer.token) throw new CallError({ kind: 'rejected' }, translator())
    await enter(answer.token)
    return { step: 'in' }
  }
  const call = <T>(operation: PageOperation, values: object) =>
    client.endpoint<T>(neededEndpoint(entry(), operation), values, { quiet: true })
  const submit = async (values: object) => take(await call<SignInAnswer>('signIn', values))
  const askByCode = async (values: object) => take(await call<SignInAnswer>('signInByCode', values))
  return {
    withPassword: (account, password) => submit({ account, password, pwdType: 'password' }),
    choose: (handle) => submit({ handle, pwdType: 'handle' }),
    withCode: (mobile, code) => askByCode({ mobile, code }),
    withIntegrationCode: (code) => askByCode({ code }),
    ...providerWays(options, take),
    sendCode: (mobile, purpose) => call('sendCode', { mobile, purpose }),
    maskedMobile: async (account) => (await call<{ mobile: string }>('maskedLogin', { account })).mobile,
    resetTicket: async (mobile, code) => (await call<{ ticket: string }>('resetPassword', { mobile, code })).ticket,
    resetPassword: async (mobile, ticket, newPassword) => {
      await call('resetPassword', { mobile, ticket, newPassword })
    },
    lastMobile: () => session.lastLogin(),
    withToken: enter,
    boot,
    async out() {
      // Before the server ends the live events, which would otherwise look like a lost session.
      session.setState({ status: 'leaving' })
      await storeDuePreferences(session)
      try {
        await client.endpoint(neededEndpoint(entry(), 'signOut'), {}, { quiet: true })
      } catch (error) {
        // Sign out in this browser whatever the server answers; if it is unreachable, the session expires.
        if (!(error instanceof CallError)) throw error
      }
      endSession(session, null, 'leaving')
      session.clearCookies()
      forgetAllUnfinished()
      await drafts.close()
    },
    forget: () => endSession(session),
    leave: () => endSession(session, null, 'leaving'),
  }
}

type Take = (answer: SignInAnswer) => Promise<SignInOutcome>

/** The redirect to another system and back. */
function providerWays(
  { client, translator }: SignInOptions,
  take: Take,
): Pick<SignIn, 'withProvider' | 'isAway' | 'forgetAway' | 'finish'> {
  return {
    withProvider: (provider) => leaveToSignIn(client, { provider }, '/'),
    isAway: isAwayAttempt,
    forgetAway: forgetAttempt,
    async finish(query) {
      const begun = takeAttempt()
      // Without an attempt this tab began nothing: the redirect is not its own.
      if (!begun) throw new CallError({ kind: 'rejected' }, translator())
      const body = { attempt: begun.attempt, query }
      const answer = await client.post<SignInAnswer>('/api/signIn/finish', body, { quiet: true })
      return { ...(await take(answer)), returnTo: begun.returnTo }
    },
  }
}

/** Loads the account of the token and its routes; false: the server was not reached. */
async function bootSession({ client, session, drafts, translator }: SignInOptions): Promise<boolean> {
  // Keep the screen while the account is reloaded.
  const { token, boot } = session.getState()
  const working = boot !== null
  // A late answer about a session that ends or has given way to another one.
  const isOutdated = () => session.getState().token !== token || session.getState().status === 'leaving'
  if (!working) session.setState({ status: 'loading', failure: null })
  const since = session.announced()
  try {
    const answer = await client.get<BootAnswer | null>('/api/boot', {}, { quiet: true })
    if (isOutdated()) return true
    const failure = failureOf(answer, translator())
    if (!answer || failure) {
      endSession(session, failure)
      return true
    }
    // Open the drafts before the first form is drawn, unless they are open already.
    if (!working) await drafts.open(answer.account.id, answer.draftKey)
    session.begin(answer, since)
    const theme = answer.preferences.theme
    if (theme !== undefined) session.setTheme(storedTheme(theme, answer.product))
    return true
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (!working && !isOutdated()) refuseSession(session, error, translator())
    return isOutdated() || !unreached.has(error.kind)
  }
}

const unreached: ReadonlySet<CallErrorKind> = new Set(['offline', 'timeout', 'busy'])

/** Ends a session that could not start; if the server was unreachable, the user may retry with the same token. */
function refuseSession(session: Session, error: CallError, { t }: Translator): void {
  if (error.kind === 'signedOut') return endSession(session, null, 'expired')
  // Without a text of the server, "not verified" is more precise than a general failure.
  const failure = error.message === t('error.rejected') ? t('error.notVerified') : error.message
  if (unreached.has(error.kind)) session.setState({ status: 'failed', failure })
  else endSession(session, failure)
}

function endSession(session: Session, failure: string | null = null, status: SessionStatus = 'signedOut'): void {
  session.setToken(null)
  forgetFirstReads()
  session.setState({ status, failure, boot: null, live: false })
}

/** Why an account cannot work here. */
function failureOf(answer: BootAnswer | null, { t }: Translator): string | null {
  if (!answer?.account) return t('error.noUser')
  return !answer.account.administrator && answer.codes.length === 0 ? t('error.noRoles') : null
}

function choiceOf(account: Readonly<Record<string, unknown>>): AccountChoice {
  const { handle, ...rest } = account
  return {
    handle: String(handle),
    names: Object.values(rest).filter((value): value is string => typeof value === 'string' && value !== ''),
  }
}
