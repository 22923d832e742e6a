// Declares all names, so that the next phase can refer to any of them.
// Settings, dictionaries, routes, and entities with their fields, states and transitions.
import type { Setting } from '../model/app'
import type { Problems } from '../problems/problems'
import type { ManifestFiles } from '../1-read/manifestFiles'
import { declareEntities } from './entities'
import { createTable, type CompileContext, type EngineNames, type RuleObserver } from '../context/compileContext'
import { iconNames, partNames } from '../context/drawnNames'
import { permissionTitles } from '../context/permissionCodes'
import { declareDictionaries } from './dictionaries'
import { declareRoutes } from './routes'
import { declareRules } from './rules'
import { NamedRules } from '../expression/environment'
import { declareSettings } from './settings'

/**
 * Returns a context in which every name exists, without references and rules. Reports duplicate and malformed names;
 * what is left out has been reported.
 */
export function declare(
  manifests: ManifestFiles,
  problems: Problems,
  names: EngineNames,
  observeRule?: RuleObserver,
): CompileContext {
  const context: CompileContext = { ...worldOf(manifests, problems, names), ...(observeRule && { observeRule }) }
  declareSettings(context)
  declareDictionaries(context)
  declareRoutes(context)
  declareEntities(context)
  declareRules(context)
  return context
}

function worldOf(manifests: ManifestFiles, problems: Problems, names: EngineNames): CompileContext {
  const settings = createTable<Setting>()
  const dictionaryCodes = new Map<string, readonly string[]>()
  const permissions = permissionTitles(manifests)
  return {
    manifests,
    problems,
    settings,
    permissions,
    dictionaryCodes,
    identity: manifests.access?.manifest.identity,
    names: {
      operations: names.operations === undefined ? undefined : new Set(names.operations),
      blocks: new Set(names.blocks ?? partNames),
      icons: new Set(names.icons ?? iconNames),
    },
    dictionaries: createTable(),
    usedDictionaries: new Set(),
    rules: [],
    namedFields: new Set(),
    entities: createTable(),
    routes: new Map(),
    base: {
      rules: new NamedRules(),
      settings,
      codes: new Set(Object.keys(permissions)),
      entities: () => undefined,
      dictionaries: (name) => dictionaryCodes.get(name),
    },
  }
}
