// Who is here, and how does this person want the frame? The state of the session; how one gets in and out is in signIn.ts.
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Product } from '../manifest/app'
import type { BootAnswer } from '../protocol/calls'
import type { Jar } from './jar'
import type { LanguageIndex } from './text'

export type Size = Product['theme']['size']
export type Tone = 'light' | 'dark' | 'auto'
export interface Theme {
  readonly colour: string
  readonly tone: Tone
}

/**
 * starting: nothing is known yet; signedOut: nobody is here (`failure`: why somebody was turned away); loading: a token waits for its person; ready;
 * failed: the server could not be asked who she is.
 * lost: signed out while working; what is on the screen stays until the person has agreed.
 */
export type Standing = 'starting' | 'signedOut' | 'loading' | 'ready' | 'failed' | 'lost'

/** What is known of the person from the boot call, but for what changes every few moments: that would redraw all that reads the rest. */
export type Boot = Omit<BootAnswer, 'counters' | 'problems'>

export interface SessionState {
  readonly standing: Standing
  readonly token: string | null
  readonly boot: Boot | null
  /** What waits to be read, by name. */
  readonly counters: BootAnswer['counters']
  /** Printed problems of the last manifests that were not taken over; for administrators. */
  readonly problems: readonly string[]
  readonly failure: string | null
  readonly language: LanguageIndex
  readonly size: Size
  readonly theme: Theme
  /** The side bar shows its titles. */
  readonly sidebar: boolean
  /** The side bar and its menus move without animation. */
  readonly still: boolean
  /** The stream of live events is up. */
  readonly live: boolean
}

export interface Session extends StoreApi<SessionState> {
  setToken(token: string | null): void
  /** The answer of the boot call: somebody is at work. */
  begin(answer: BootAnswer): void
  setLanguage(language: LanguageIndex): void
  setSize(size: Size): void
  /** Refuses a colour that is not #rrggbb. */
  setTheme(theme: Theme): boolean
  setSidebar(open: boolean): void
  setStill(still: boolean): void
  /** With which account somebody signed in here last; nothing after she logged out. */
  lastLogin(): string
  rememberLogin(login: string): void
  /** Nothing of the session stays in the cookies. */
  clearCookies(): void
}

const year = 365
const stillName = 'sidebarStill'
const sizes: readonly Size[] = ['default', 'medium', 'small', 'mini']
const tones: readonly Tone[] = ['light', 'dark', 'auto']

export function createSession(product: Product, jar: Jar): Session {
  const { cookies } = product
  const spoken = product.languages.indexOf(jar.get(cookies.language) ?? '')
  const size = sizes.find((name) => name === jar.get(cookies.size)) ?? product.theme.size
  const token = jar.get(cookies.token) || null
  const store = createStore<SessionState>(() => ({
    standing: token ? 'loading' : 'signedOut',
    token,
    boot: null,
    counters: {},
    problems: [],
    failure: null,
    language: spoken === 1 ? 1 : 0,
    size,
    theme: keptTheme(jar.get('theme'), product),
    sidebar: jar.get(cookies.sidebar) !== '0',
    still: jar.get(stillName) === '1',
    live: false,
  }))
  return {
    ...store,
    setToken(next) {
      for (const [name, value] of [
        [cookies.token, next],
        [cookies.auth, next && '1'],
      ] as const) {
        if (name === undefined) continue
        if (value) jar.set(name, value)
        else jar.remove(name)
      }
      store.setState({ token: next })
    },
    begin: ({ counters, problems = [], ...boot }) =>
      store.setState({ standing: 'ready', failure: null, boot, counters, problems }),
    setLanguage(language) {
      jar.set(cookies.language, product.languages[language], year)
      store.setState({ language })
    },
    setSize(next) {
      jar.set(cookies.size, next, year)
      store.setState({ size: next })
    },
    setTheme(theme) {
      if (!isColour(theme.colour)) return false
      jar.set('theme', JSON.stringify(theme), year)
      store.setState({ theme })
      return true
    },
    setSidebar(open) {
      jar.set(cookies.sidebar, open ? '1' : '0', year)
      store.setState({ sidebar: open })
    },
    setStill(still) {
      jar.set(stillName, still ? '1' : '0', year)
      store.setState({ still })
    },
    lastLogin: () => (cookies.mobile === undefined ? '' : (jar.get(cookies.mobile) ?? '')),
    rememberLogin(login) {
      if (cookies.mobile !== undefined) jar.set(cookies.mobile, login, year)
    },
    clearCookies() {
      for (const name of [cookies.token, cookies.auth, cookies.mobile, cookies.partner])
        if (name !== undefined) jar.remove(name)
    },
  }
}

function isColour(value: unknown): value is string {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)
}

/** A theme as it was kept, or the product's own where that is none. */
export function keptTheme(kept: unknown, product: Product): Theme {
  let value = kept
  if (typeof kept === 'string') {
    try {
      value = JSON.parse(kept)
    } catch {
      // Somebody else's cookie of that name.
      value = null
    }
  }
  const { colour, tone } = (value ?? {}) as Partial<Theme>
  return {
    colour: isColour(colour) ? colour : product.theme.colour,
    tone: tones.find((name) => name === tone) ?? 'light',
  }
}
