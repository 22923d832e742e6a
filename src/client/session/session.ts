// State of the session and the user's layout preferences. signIn.ts implements sign-in and
// sign-out.
import { jsonIn } from '../../manifest/json/jsonText'
import { replaceEqualDeep } from '@tanstack/react-query'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Product } from '../../manifest/model/product'
import type { Text } from '../../manifest/model/text'
import type { BootAnswer, PreferenceRequest } from '../../protocol/screenCalls'
import type { CookieStore } from './cookies'
import { storedPreferences, withPreference } from './withPreference'

export type Size = Product['theme']['size']
export type ColorMode = 'light' | 'dark' | 'auto'
export interface Theme {
  readonly color: string
  readonly tone: ColorMode
}

/**
 * signedOut: no user (`failure`: why the user was signed out); loading: a token whose account is being loaded; ready;
 * failed: the account could not be loaded; expired: the session ended before the page was opened; lost: signed out
 * while working, the screen stays until the user confirms; leaving: signing out, the page is about to be reloaded.
 */
export type SessionStatus = 'signedOut' | 'loading' | 'ready' | 'failed' | 'expired' | 'lost' | 'leaving'

/** The boot answer without frequently changing values, which would rerender all readers. */
export type SessionData = Omit<BootAnswer, 'counters' | 'problems' | 'warnings' | 'waitingChanges'>

export interface SessionState {
  readonly status: SessionStatus
  readonly token: string | null
  readonly boot: SessionData | null
  /** Counts of unread items, by name. */
  readonly counters: BootAnswer['counters']
  /** Printed problems of the last rejected manifests; for administrators. */
  readonly problems: readonly Text[]
  /** Printed warnings of the live manifests; for administrators. */
  readonly warnings: readonly Text[]
  /** Changes of the manifests that wait for a decision; for administrators. */
  readonly waitingChanges: NonNullable<BootAnswer['waitingChanges']> | null
  readonly failure: string | null
  /** A code of the product's languages. */
  readonly language: string
  readonly size: Size
  readonly theme: Theme
  /** Whether the side bar shows its titles; null: not chosen yet. */
  readonly sidebar: boolean | null
  /** The side bar and its menus move without animation. */
  readonly stillSidebar: boolean
  /** The stream of live events is connected. */
  readonly live: boolean
}

/** What live events announce between two boot answers. */
type News = Pick<SessionState, 'counters' | 'problems' | 'warnings' | 'waitingChanges'>

export interface Session extends StoreApi<SessionState> {
  /** null: also out of the cookies, unless another tab has signed in since. */
  setToken(token: string | null): void
  /** Takes over what a live event announces. */
  announce(news: Partial<News>): void
  /** Takes over a preference that the server has stored. */
  preferenceStored(request: PreferenceRequest): void
  /** Counts announcements and stored preferences. */
  announced(): number
  /**
   * Takes over the boot answer: the session is ready. `since`: `announced` before the request; what was announced or
   * stored later is newer than the answer.
   */
  begin(answer: BootAnswer, since: number): void
  /** Use PageLanguage.change, which fetches its texts first. */
  setLanguage(language: string): void
  setSize(size: Size): void
  /** Refuses a color that is not #rrggbb. */
  setTheme(theme: Theme): boolean
  setSidebar(open: boolean): void
  setStillSidebar(still: boolean): void
  /** The account of the last sign-in in this browser; empty after a sign-out. */
  lastLogin(): string
  rememberLogin(login: string): void
  /** Removes the session from the cookies, unless another tab has signed in since. */
  clearCookies(): void
}

const cookieDays = 365
const stillName = 'sidebarStill'
const sidebarChoices: Readonly<Record<string, boolean>> = { '1': true, '0': false }
const sizes: readonly Size[] = ['default', 'medium', 'small', 'mini']
const tones: readonly ColorMode[] = ['light', 'dark', 'auto']

/** `language`: that of a browser without a choice. */
export function createSession(product: Product, cookieStore: CookieStore, language: string): Session {
  const { cookies } = product
  const store = createStore<SessionState>(() => initialState(product, cookieStore, language))
  /** Another tab has signed in since, and goes on with these cookies. */
  const isOfOtherTab = () => ![null, '', store.getState().token].includes(cookieStore.get(cookies.token))
  const setToken = (token: string | null) => {
    for (const [name, value] of [
      [cookies.token, token],
      [cookies.signedIn, token && '1'],
    ] as const) {
      if (name === undefined || (!value && isOfOtherTab())) continue
      if (value) cookieStore.set(name, value)
      else cookieStore.remove(name)
    }
    store.setState({ token })
  }
  let announcements = 0
  /** The last announcement of each part. */
  const announcedAs: Partial<Record<keyof News, number>> = {}
  const stored = storedPreferences()
  return {
    ...store,
    setToken,
    announce(news) {
      announcements += 1
      for (const name of Object.keys(news) as (keyof News)[]) announcedAs[name] = announcements
      store.setState(news)
    },
    preferenceStored(request) {
      const { boot } = store.getState()
      if (!boot) return
      stored.add(request, boot.account.id, (announcements += 1))
      store.setState({ boot: replaceEqualDeep(boot, withPreference(boot, request)) })
    },
    announced: () => announcements,
    begin({ counters, problems = [], warnings = [], waitingChanges = null, ...answered }, since) {
      const state = store.getState()
      const newer = <Name extends keyof News>(name: Name, answer: News[Name]): News[Name] =>
        (announcedAs[name] ?? 0) > since ? state[name] : answer
      // Keep unchanged values the same objects: every reconnection boots, and open forms depend on the account.
      const boot = replaceEqualDeep(state.boot, stored.newer<SessionData>(answered, since))
      store.setState({
        status: 'ready',
        failure: null,
        boot,
        counters: newer('counters', counters),
        problems: newer('problems', problems),
        warnings: newer('warnings', warnings),
        waitingChanges: newer('waitingChanges', waitingChanges),
      })
    },
    ...displaySettings(product, cookieStore, store),
    lastLogin: () => (cookies.lastAccount === undefined ? '' : (cookieStore.get(cookies.lastAccount) ?? '')),
    rememberLogin(login) {
      if (cookies.lastAccount !== undefined) cookieStore.set(cookies.lastAccount, login, cookieDays)
    },
    clearCookies() {
      if (isOfOtherTab()) return
      for (const name of [cookies.token, cookies.signedIn, cookies.lastAccount, cookies.integration])
        if (name !== undefined) cookieStore.remove(name)
    },
  }
}

/** The state from this browser's cookies, before the server has answered. */
function initialState(product: Product, cookieStore: CookieStore, language: string): SessionState {
  const { cookies } = product
  const token = cookieStore.get(cookies.token) || null
  return {
    status: token ? 'loading' : 'signedOut',
    token,
    boot: null,
    counters: {},
    problems: [],
    warnings: [],
    waitingChanges: null,
    failure: null,
    language: product.languages.find((code) => code === cookieStore.get(cookies.language)) ?? language,
    size: sizes.find((name) => name === cookieStore.get(cookies.size)) ?? product.theme.size,
    theme: storedTheme(cookieStore.get('theme'), product),
    sidebar: sidebarChoices[cookieStore.get(cookies.sidebar) ?? ''] ?? null,
    stillSidebar: cookieStore.get(stillName) === '1',
    live: false,
  }
}

/** Display preferences, stored for a year. */
function displaySettings(
  { cookies }: Product,
  cookieStore: CookieStore,
  store: StoreApi<SessionState>,
): Pick<Session, 'setLanguage' | 'setSize' | 'setTheme' | 'setSidebar' | 'setStillSidebar'> {
  return {
    setLanguage(language) {
      cookieStore.set(cookies.language, language, cookieDays)
      store.setState({ language })
    },
    setSize(size) {
      cookieStore.set(cookies.size, size, cookieDays)
      store.setState({ size })
    },
    setTheme(theme) {
      if (!isColor(theme.color)) return false
      cookieStore.set('theme', JSON.stringify(storableTheme(theme)), cookieDays)
      store.setState({ theme })
      return true
    },
    setSidebar(sidebar) {
      cookieStore.set(cookies.sidebar, sidebar ? '1' : '0', cookieDays)
      store.setState({ sidebar })
    },
    setStillSidebar(stillSidebar) {
      cookieStore.set(stillName, stillSidebar ? '1' : '0', cookieDays)
      store.setState({ stillSidebar })
    },
  }
}

function isColor(value: unknown): value is string {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)
}

/** A theme as cookies and preferences keep it, in the spelling of earlier versions. */
export const storableTheme = ({ color, tone }: Theme) => ({ colour: color, tone })

/** A stored theme, or the product's own if it is invalid. */
export function storedTheme(stored: unknown, product: Product): Theme {
  // A cookie of that name may have been written by other code.
  const value = typeof stored === 'string' ? jsonIn(stored) : stored
  const { colour, tone } = (value ?? {}) as Partial<Record<keyof ReturnType<typeof storableTheme>, unknown>>
  return {
    color: isColor(colour) ? colour : product.theme.primaryColor,
    tone: tones.find((name) => name === tone) ?? 'light',
  }
}
