// The Runtime that every part of the page shares.
// Created once from a transport and passed down by context; there are no globals.
import { createContext, useCallback, useContext, useMemo } from 'react'
import { useStore } from 'zustand'
import type { Product } from '../../manifest/model/product'
import type { EntryAnswer } from '../../protocol/publicEntry'
import type { Transport } from '../../protocol/transport'
import { createClient, type Client } from '../transport/callServer'
import { createDrafts, type Drafts } from '../session/drafts'
import { createErrorLog, type ErrorLog } from '../feedback/errorLog'
import { errorPresentation, type CallError } from '../feedback/callError'
import { createFactors, type Factors } from '../session/factors'
import { createFormat, type Format } from '../text/format'
import type { CookieStore } from '../session/cookies'
import { createNotifications, type Notifications } from '../feedback/notifications'
import { createPageLanguage, type PageLanguage } from '../session/language'
import { createRecent, type RecentlyViewed } from '../session/recentlyViewed'
import { createSession, type Session, type SessionState } from '../session/session'
import { createSignIn, type SignIn } from '../session/signIn'
import type { Translator } from '../text/translate'

export interface Runtime {
  /** In the language in use. */
  readonly entry: EntryAnswer
  readonly client: Client
  readonly session: Session
  readonly signIn: SignIn
  readonly factors: Factors
  readonly language: PageLanguage
  readonly notifications: Notifications
  readonly errors: ErrorLog
  readonly recent: RecentlyViewed
  /** Drafts of forms. */
  readonly drafts: Drafts
  /** The browser's cookies. */
  readonly cookies: CookieStore
  /** The product as the server last reported it. */
  readonly product: () => Product
  /** The current translator, for code outside components; components use useTranslator. */
  readonly translator: () => Translator
}

/** Do not render before its `language` has been loaded. */
export function createRuntime(first: EntryAnswer, transport: Transport, cookies: CookieStore): Runtime {
  const session = createSession(first.product, cookies, first.language)
  const language = createPageLanguage({ entry: first, session, client: () => client })
  const { translator, entry } = language
  const notifications = createNotifications()
  const errors = createErrorLog()
  const failed = (error: CallError, quiet: boolean) => {
    const { severity } = errorPresentation[error.kind]
    if (severity === 'alert') return expireSession(session)
    if (!quiet && severity !== 'none') notifications.say(severity, error.message)
  }
  const drafts = createDrafts()
  const client = createClient(transport, {
    token: () => session.getState().token,
    translator,
    marker: first.product.clientName,
    rawOrigins: first.product.passthroughOrigins,
    readSeconds: () => session.getState().boot?.readSeconds,
    failed,
  })
  return {
    get entry() {
      return entry()
    },
    client,
    session,
    language,
    notifications,
    errors,
    recent: createRecent(),
    cookies,
    translator,
    drafts,
    factors: createFactors(client),
    signIn: createSignIn({ entry, client, session, drafts, translator }),
    product: () => session.getState().boot?.product ?? entry().product,
  }
}

/** Handles code 2999 in a ready session: the screen stays until the user has read the notice. */
export function expireSession(session: Session): void {
  if (session.getState().status === 'ready') session.setState({ status: 'lost', live: false })
}

const RuntimeContext = createContext<Runtime | null>(null)
export const RuntimeProvider = RuntimeContext.Provider

/** The one Runtime of the page, the same object at every rendering. @throws Error when no provider is above. */
export function useRuntime(): Runtime {
  const runtime = useContext(RuntimeContext)
  if (!runtime) throw new Error('There is no Runtime above this component')
  return runtime
}

/** Reports a failed read with its severity; a lost connection is reported by the layout. */
export function useErrorReport(): (error: CallError) => void {
  const { notifications } = useRuntime()
  return useCallback(
    (error) => {
      const { severity } = errorPresentation[error.kind]
      if (error.kind !== 'offline' && (severity === 'warning' || severity === 'error'))
        notifications.say(severity, error.message)
    },
    [notifications],
  )
}

/** Selects a part of the session's state; renders again when that part changes. */
export function useSession<T>(select: (state: SessionState) => T): T {
  return useStore(useRuntime().session, select)
}

/** The translator of the user's language: t for the engine's texts, pick for those of a manifest. */
export function useTranslator(): Translator {
  const { translator } = useRuntime()
  useSession((state) => state.language)
  return translator()
}

/** The product as the account reads it; before the sign-in the part of it in the public entry. */
export function useProduct(): Product {
  const { entry } = useRuntime()
  return useSession((state) => state.boot?.product) ?? entry.product
}

/** The formats of the user's language and the product's time zone; the same object until one of them changes. */
export function useFormat(): Format {
  const product = useProduct()
  const { language } = useTranslator()
  return useMemo(() => createFormat(product, language), [product, language])
}
