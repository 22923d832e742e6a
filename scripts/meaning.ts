// Writes out what manifests mean: the compiled App, rights, SQL of lists and output of explain.
// Equal texts before and after a change of notation or code prove that the meaning is the same.
import { createHash } from 'node:crypto'
import { explain, explainableNames } from '../src/manifest/access/explain'
import type { DemoRole } from '../src/manifest/access/explainCode'
import { accessLock } from '../src/manifest/access/lock/accessLock'
import type { ScopeName } from '../src/manifest/model/access'
import type { App } from '../src/manifest/model/app'
import type { Screen } from '../src/manifest/model/screen'
import { serverCaller, type Context } from '../src/server/context/context'
import { checkListing } from '../src/server/query/list/listing'
import { listPlan } from '../src/server/query/list/listQuery'

/** What is written out, by its name. */
export interface Meaning {
  readonly app: string
  readonly rights: string
  readonly lists: string
  readonly explain: string
}

/** @param roles whose rights `explain` names beside each code */
export function meaningOf(app: App, roles: readonly DemoRole[]): Meaning {
  const lists = Object.values(app.screens).filter(({ kind, entity }) => kind === 'list' && entity !== undefined)
  return {
    // The revision is a digest of the files, notation included.
    app: JSON.stringify({ ...app, revision: '' }, null, 1),
    rights: accessLock(app),
    lists: lists.flatMap((screen) => scopes.map((scope) => listText(app, screen, scope))).join('\n\n'),
    explain: explainableNames(app)
      .map((name) => `${name}\n${explain(app, name, undefined, roles)}`)
      .join('\n\n'),
  }
}

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

const scopes: readonly ScopeName[] = ['self', 'unit', 'tenant', 'all']
const want = { rows: true, total: 'exact', tabs: true, sums: true } as const

/** The statement of the list's first page, for a caller who holds every code. */
function listText(app: App, screen: Screen, scope: ScopeName): string {
  const caller = {
    ...serverCaller(app.product.languages[0]!),
    scope,
    codes: new Set(Object.keys(app.access.permissions)),
    system: false,
  }
  const context: Context = { app, caller, now: new Date(0), query: () => Promise.reject(new Error('No database.')) }
  const { plan } = listPlan(context, checkListing(context, screen, { want }))
  return `${screen.path} (${scope})\n${plan.text}`
}
