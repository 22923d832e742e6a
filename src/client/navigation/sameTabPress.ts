// Keeps a press whose service's page replaced this one, since the browser allowed no new tab.
// The redirect comes back to the same tab, which returns to where the press was.
import { tabStorage } from '../storage/browserStorage'

const name = 'authorizePress'

interface SameTabPress {
  readonly endpoint: string
  readonly state: string
  /** The address of the pressed button. */
  readonly returnTo: string
  /** What the service has brought back. */
  readonly query?: string
}

function keptPress(): SameTabPress | undefined {
  const text = tabStorage().getItem(name)
  return text === null ? undefined : (JSON.parse(text) as SameTabPress)
}

/** Stores the press in this tab, over an earlier one; it survives the redirect and ends with the tab. */
export const keepPress = (press: SameTabPress): void => tabStorage().setItem(name, JSON.stringify(press))

/** Deletes the press of this tab, so that a late redirect of it finds nothing. */
export const forgetPress = (): void => tabStorage().removeItem(name)

/** Keeps what came back with the press of its state. Returns where that was; undefined if this tab has none. */
export function returnOfPress(query: string): string | undefined {
  const press = keptPress()
  if (!press || new URLSearchParams(query).get('state') !== press.state) return undefined
  keepPress({ ...press, query })
  return press.returnTo
}

/** What came back for the endpoint's press, once. */
export function takeReturned(endpoint: string): URLSearchParams | undefined {
  const press = keptPress()
  if (press?.endpoint !== endpoint || press.query === undefined) return undefined
  forgetPress()
  return new URLSearchParams(press.query)
}
