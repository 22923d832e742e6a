// How does somebody come in, stay in and go out? Password or a token in the address; the boot call; the way out. It keeps nothing of a password.
import type { BootAnswer } from '../protocol/calls'
import type { EntryAnswer } from '../protocol/entry'
import type { Client } from './client'
import { neededEndpoint, type PageOperation } from './endpoints'
import { CallError } from './faults'
import { keptTheme, type Session } from './session'
import type { Words } from './text'

/** One of several accounts behind a proven password; `names` tell them apart, as the endpoint's manifest gives them. */
export interface AccountChoice {
  readonly handle: string
  readonly names: readonly string[]
}

interface SignInAnswer {
  readonly token?: string | null
  /** `multiAccount`: choose one. */
  readonly result?: string | null
  readonly accounts?: readonly Readonly<Record<string, unknown>>[] | null
}

export type SignInOutcome =
  | { readonly step: 'in' }
  | { readonly step: 'choose'; readonly accounts: readonly AccountChoice[] }

/** What a code that is sent to a telephone is for. */
export type CodePurpose = 'signIn' | 'reset'

export interface SignIn {
  /** Throws a CallError that is meant for the form (nothing else shows it). */
  withPassword(account: string, password: string): Promise<SignInOutcome>
  choose(handle: string): Promise<SignInOutcome>
  /** By the code that was sent to the number. */
  withCode(mobile: string, code: string): Promise<SignInOutcome>
  /** By the one-time code of an outside service. */
  withOutsideCode(code: string): Promise<SignInOutcome>
  /** Answers nothing whether the number is known or not. */
  sendCode(mobile: string, purpose: CodePurpose): Promise<void>
  /** The number with its middle hidden. */
  maskedMobile(account: string): Promise<string>
  /** The ticket for another password. */
  resetTicket(mobile: string, code: string): Promise<string>
  resetPassword(mobile: string, ticket: string, newPassword: string): Promise<void>
  /** With which account somebody signed in here last. */
  lastMobile(): string
  /** Takes a token that came from elsewhere. */
  withToken(token: string): Promise<void>
  /** Reads who the token's holder is and where she may go. Sets standing to ready or failed. */
  boot(): Promise<void>
  /** Ends the session here and at the server. */
  out(): Promise<void>
  /** Forgets the session without asking the server, as after code 2999. */
  forget(): void
}

export function createSignIn(entry: EntryAnswer, client: Client, session: Session, words: () => Words): SignIn {
  const take = async (answer: SignInAnswer): Promise<SignInOutcome> => {
    if (answer.result === 'multiAccount') return { step: 'choose', accounts: (answer.accounts ?? []).map(choiceOf) }
    if (!answer.token) throw new CallError({ kind: 'rejected' }, words())
    session.setToken(answer.token)
    await boot()
    const login = session.getState().boot?.account.login
    if (login) session.rememberLogin(login)
    return { step: 'in' }
  }
  const call = <T>(operation: PageOperation, values: object) =>
    client.endpoint<T>(neededEndpoint(entry, operation), values, { quiet: true })
  const ask = async (values: object) => take(await call<SignInAnswer>('signIn', values))
  const askByCode = async (values: object) => take(await call<SignInAnswer>('signInByCode', values))

  const boot = async () => {
    // Somebody at work keeps her screen while it is read again who she is.
    const working = session.getState().boot !== null
    if (!working) session.setState({ standing: 'loading', failure: null })
    try {
      const answer = await client.get<BootAnswer | null>('/api/boot', {}, { quiet: true })
      const failure = failureOf(answer)
      if (!answer || failure) return forget(failure)
      session.begin(answer)
      const kept = answer.preferences.theme
      if (kept !== undefined) session.setTheme(keptTheme(kept, answer.product))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.kind === 'signedOut') return working ? undefined : forget()
      if (working) return
      // Where nobody says what is wrong, that she is not verified says more than that something is.
      const failure = error.message === words().t('fault.rejected') ? words().t('fault.notVerified') : error.message
      // Whom the server did not hear or put off is not turned away: she may try again as who she is.
      if (error.uncertain || error.kind === 'busy') session.setState({ standing: 'failed', failure })
      else forget(failure)
    }
  }
  const failureOf = (answer: BootAnswer | null): string | null => {
    if (!answer?.account) return words().t('fault.noUser')
    return !answer.account.administrator && answer.codes.length === 0 ? words().t('fault.noRoles') : null
  }
  const forget = (failure: string | null = null) => {
    session.setToken(null)
    session.setState({ standing: 'signedOut', failure, boot: null, live: false })
  }
  return {
    withPassword: (account, password) => ask({ account, password, pwdType: 'password' }),
    choose: (handle) => ask({ handle, pwdType: 'handle' }),
    withCode: (mobile, code) => askByCode({ mobile, code }),
    withOutsideCode: (code) => askByCode({ code }),
    sendCode: (mobile, purpose) => call('sendCode', { mobile, purpose }),
    maskedMobile: async (account) => (await call<{ mobile: string }>('maskedLogin', { account })).mobile,
    resetTicket: async (mobile, code) => (await call<{ ticket: string }>('resetPassword', { mobile, code })).ticket,
    resetPassword: async (mobile, ticket, newPassword) => {
      await call('resetPassword', { mobile, ticket, newPassword })
    },
    lastMobile: () => session.lastLogin(),
    async withToken(token) {
      session.setToken(token)
      await boot()
    },
    boot,
    async out() {
      try {
        await client.endpoint(neededEndpoint(entry, 'signOut'), {}, { quiet: true })
      } catch (error) {
        // Whatever the server says, the person leaves this browser; an unreached server ends the session by time.
        if (!(error instanceof CallError)) throw error
      }
      forget()
      session.clearCookies()
    },
    forget: () => forget(),
  }
}

function choiceOf(account: Readonly<Record<string, unknown>>): AccountChoice {
  const { handle, ...rest } = account
  return {
    handle: String(handle),
    names: Object.values(rest).filter((value): value is string => typeof value === 'string' && value !== ''),
  }
}
