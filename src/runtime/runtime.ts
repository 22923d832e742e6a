// What does every part of the page share? One Runtime, made once from a transport and handed down; nothing is reached globally.
import { createContext, useContext, useMemo } from 'react'
import { useStore } from 'zustand'
import type { Product } from '../manifest/app'
import type { EntryAnswer } from '../protocol/entry'
import type { Transport } from '../protocol/transport'
import { createClient, type Client } from './client'
import { createErrorLog, type ErrorLog } from './errorLog'
import { catalogue, type CallError } from './faults'
import { createFormat, type Format } from './format'
import type { Jar } from './jar'
import { createNotices, type Notices } from './notices'
import { createRecent, type Recent } from './recent'
import { createSession, type Session, type SessionState } from './session'
import { createSignIn, type SignIn } from './signIn'
import { createWords, type Words } from './text'

export interface Runtime {
  readonly entry: EntryAnswer
  readonly client: Client
  readonly session: Session
  readonly signIn: SignIn
  readonly notices: Notices
  readonly errors: ErrorLog
  readonly recent: Recent
  /** The browser's cookies. */
  readonly jar: Jar
  /** The product as the server last told it. */
  readonly product: () => Product
  /** The words of this moment, for code outside a component; inside use useWords. */
  readonly words: () => Words
}

export function createRuntime(entry: EntryAnswer, transport: Transport, jar: Jar): Runtime {
  const session = createSession(entry.product, jar)
  const both = createWords(entry.product.languages)
  const words = () => both[session.getState().language]
  const notices = createNotices()
  const errors = createErrorLog()
  const failed = (error: CallError, quiet: boolean) => {
    const { voice } = catalogue[error.kind]
    if (voice === 'alert') return lost(session)
    if (!quiet && voice !== 'none') notices.say(voice, error.message)
  }
  const client = createClient(transport, {
    token: () => session.getState().token,
    words,
    marker: entry.product.client,
    rawOrigins: entry.product.rawOrigins,
    failed,
  })
  return {
    entry,
    client,
    session,
    notices,
    errors,
    recent: createRecent(),
    jar,
    words,
    signIn: createSignIn(entry, client, session, words),
    product: () => session.getState().boot?.product ?? entry.product,
  }
}

/** Code 2999 while somebody is at work: the screen stays until she has read it. */
export function lost(session: Session): void {
  if (session.getState().standing === 'ready') session.setState({ standing: 'lost', live: false })
}

const RuntimeContext = createContext<Runtime | null>(null)
export const RuntimeProvider = RuntimeContext.Provider

export function useRuntime(): Runtime {
  const runtime = useContext(RuntimeContext)
  if (!runtime) throw new Error('There is no Runtime above this component')
  return runtime
}

/** A part of the session's state; redraws when that part changes. */
export function useSession<T>(select: (state: SessionState) => T): T {
  return useStore(useRuntime().session, select)
}

/** The words in the person's language: t for the engine's texts, pick for those of a manifest. */
export function useWords(): Words {
  const { words } = useRuntime()
  useSession((state) => state.language)
  return words()
}

export function useProduct(): Product {
  const { entry } = useRuntime()
  return useSession((state) => state.boot?.product) ?? entry.product
}

export function useFormat(): Format {
  const product = useProduct()
  const { language } = useWords()
  return useMemo(() => createFormat(product, language), [product, language])
}
