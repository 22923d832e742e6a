// Isolates a map service's script in a page without an origin, away from session, page and storage.
// Only there may scripts evaluate text. The product's page exchanges plain data with it by messages.
import type { Integration } from '../../../manifest/model/app'
import { mapProtocol } from '../../../protocol/frames/mapMessages'
import { callUrl, filledEntries } from '../contract/filledTemplates'
import { standInValues, type IntegrationSettings } from '../contract/settings'

export interface MapPlace {
  /** The URL of the service's script. */
  readonly library: string
  /** Origins from which the script loads data; this server for the stand-in. */
  readonly origins: readonly string[]
  /** The values of the integration's variables. */
  readonly values: Readonly<Record<string, string>>
  /** The adapter script that calls the service's script. */
  readonly adapter: string
}

/** Path of the script that imitates the service's, below the address of its stand-in. */
export const mapLibraryPath = '/library.js'

/** How the map service is reached; `standIn`: the address of its stand-in, used without settings. */
export function mapPlace(
  integration: Integration,
  settings: IntegrationSettings | undefined,
  { standIn, adapter }: { readonly standIn: string; readonly adapter: string },
): MapPlace {
  const { path, query, origins } = integration.map!
  const values = settings?.values ?? standInValues(integration)
  const parameters = filledEntries(query, values)
  return settings
    ? { library: callUrl(settings.address, path, parameters).href, origins, values, adapter }
    : {
        library: `${standIn}${mapLibraryPath}?${new URLSearchParams(parameters).toString()}`,
        origins: ["'self'"],
        values: {},
        adapter,
      }
}

/**
 * The Content-Security-Policy of the frame: its origins are those of the map's manifest, and the product alone may
 * embed it.
 */
export function mapPolicy({ origins }: MapPlace): string {
  const from = origins.join(' ')
  return [
    `sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'`,
    `${from}; connect-src ${from}; img-src data: blob: ${from};`,
    `style-src 'unsafe-inline' ${from}; worker-src blob:; frame-ancestors 'self'`,
  ].join(' ')
}

/** The HTML of the frame. Values and adapter are escaped, so that neither can end its script element. */
export function mapPage({ library, values, adapter }: MapPlace): string {
  const settings = { protocol: mapProtocol, library, values }
  return page
    .replace('"SETTINGS"', () => JSON.stringify(settings).replace(/</g, '\\u003c'))
    .replace('/* ADAPTER */', () => adapter.replace(/<\/(script)/gi, '<\\/$1'))
}

const page = `<!doctype html>
<html><head><meta charset="utf-8"><title>Map</title></head>
<body><div id="map" hidden></div>
<script>
  const settings = "SETTINGS"
  // A page without an origin has no storage, but the script may expect it.
  const kept = new Map()
  const store = {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, String(value)),
    removeItem: (name) => void kept.delete(name),
    clear: () => kept.clear(),
    key: () => null,
    get length() { return kept.size },
  }
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { value: store })
  Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined })
  let given = { asks: {}, ready: () => false }
  const adapter = (functions) => void (given = functions)
</script>
<script>
/* ADAPTER */
</script>
<script>
  const say = (message) => parent.postMessage({ protocol: settings.protocol, ...message }, '*')
  addEventListener('message', ({ source, data }) => {
    if (source !== parent || !data || data.protocol !== settings.protocol || !Object.hasOwn(given.asks, data.ask)) return
    const done = (answer) => say({ id: data.id, answer })
    try { given.asks[data.ask](data.input, done) } catch { done(null) }
  })
  if (given.before) given.before(settings.values)
  const made = document.createElement('script')
  made.src = settings.library
  made.addEventListener('load', () => say({ ready: given.ready() === true }))
  made.addEventListener('error', () => say({ ready: false }))
  document.head.append(made)
</script></body></html>
`
