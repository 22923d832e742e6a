// Compiles sources into a frozen, indexed App, or into the list of all problems.
// Pure: reads no file, clock or network, and never throws. The phases: read (files, shapes), declare (names), resolve
// (references, rules), check (conflicts of valid parts), derive (what authors omit), warn (doubtful parts).
import type { App } from './model/app'
import type { Source } from './json/source'
import { check } from './4-check/check'
import { declare } from './2-declare/declare'
import { derive } from './5-derive/derive'
import { Problems } from './problems/problems'
import type { FileCache } from './1-read/fileCache'
import { read } from './1-read/read'
import { resolve } from './3-resolve/resolve'
import { revisionOf } from './1-read/revision'
import { warn } from './6-warn/warn'
import { createTable, type EngineNames, type RuleObserver } from './context/compileContext'
import { freeze } from './5-derive/freeze'
import type { Problem } from './problems/problem'

/**
 * Compiles manifests. `names`: the operations, blocks and icons of the engine; a missing table is not checked.
 * `observeRule` is called with every rule. `cache`: files read by earlier compilations of the same folder. The App is
 * deeply frozen; its maps have no prototype, so that a name from outside finds only what was declared.
 */
export function compile(
  sources: readonly Source[],
  names: EngineNames = {},
  observeRule?: RuleObserver,
  cache?: FileCache,
): Compiled {
  const problems = new Problems()
  const manifests = read(sources, problems, cache)
  problems.nextPhase()
  const context = declare(manifests, problems, names, observeRule)
  problems.nextPhase()
  // Stop without access.json: every further problem would follow from the missing accounts, tenants and codes.
  if (context.identity === undefined) return { ok: false, problems: problems.sorted() }
  const { access, product, screens, modules, endpoints, integrations, migration, switchedOff } = resolve(context)
  problems.nextPhase()
  check(context, screens)
  if (!problems.empty || access === undefined || product === undefined)
    return { ok: false, problems: problems.sorted() }
  derive(context, screens)

  const entities = createTable<App['entities'][string]>()
  for (const draft of Object.values(context.entities)) entities[draft.name] = draft.entity
  const { dictionaries, settings } = context
  const revision = revisionOf(sources)
  const app: App = {
    revision,
    product,
    access,
    modules,
    entities,
    screens,
    dictionaries,
    endpoints,
    settings,
    integrations,
    migration,
    switchedOff,
  }
  let warnings: readonly Problem[] | undefined
  return {
    ok: true,
    app: freeze(app),
    get warnings() {
      return (warnings ??= warn(context, app))
    },
  }
}

export type Compiled =
  /** `warnings`: valid but surely unintended parts that are not waived, found when they are read first. */
  | { readonly ok: true; readonly app: App; readonly warnings: readonly Problem[] }
  | { readonly ok: false; readonly problems: readonly Problem[] }
