// Resolves integrations: how the product signs in to another system and which calls it sends.
// A missing address is no problem here: it comes from the configuration.
import { presentOf } from '../../expression/values/present'
import type { Integration } from '../../model/app'
import type { Rule } from '../../model/rule'
import type { Screen } from '../../model/screen'
import type * as language from '../../language/generated'
import { findEntity, routeAt } from '../../context/lookup'
import { findIntegration } from '../../context/integrationLookups'
import { checkTemplates } from './templates'
import type { File } from '../../1-read/manifestFiles'
import type { RuleEnvironment } from '../../expression/environment'
import {
  locationOf,
  childLocation,
  ruleAt,
  createTable,
  reportProblem,
  type ManifestLocation,
  type CompileContext,
} from '../../context/compileContext'

const defaultTimeoutMs = 20_000

/** Kinds of which a product has at most one: an account stores one password, and address fields name no map. */
const singleKinds = [
  ['signIn', 'The product signs in to'],
  ['map', 'The product has a map service by'],
] as const

/** Returns all integrations by name. At most one signs in, and one is the map service. */
export function resolveIntegrations(context: CompileContext, screens: readonly Screen[]): Record<string, Integration> {
  const table = createTable<Integration>()
  const single = new Map<string, string>()
  for (const [name, file] of context.manifests.integrations) {
    table[name] = resolveOne(context, file)
    for (const [key, has] of singleKinds) {
      if (file.manifest[key] === undefined) continue
      const other = single.get(key)
      if (other !== undefined)
        reportProblem(
          locationOf(context, file, key),
          'conflicting-keys',
          { what: `${has} ${other} already` },
          { key: true },
        )
      single.set(key, other ?? name)
    }
  }
  for (const file of context.manifests.screens)
    if (screens.some((screen) => screen.source === file.path)) checkSignInTo(context, file)
  return table
}

/** A screen can sign in only to an integration that declares `signIn`. */
function checkSignInTo(context: CompileContext, file: File<language.ScreenManifest>): void {
  const { signInTo } = file.manifest
  if (signInTo === undefined) return
  const location = locationOf(context, file, 'signInTo')
  const integration = findIntegration(location, signInTo)
  if (integration !== undefined && integration.manifest.signIn === undefined)
    reportProblem(
      location,
      'missing-part',
      { thing: `The integration ${signInTo}`, key: 'signIn' },
      { hint: 'Its `signIn` declares how the server signs in.' },
    )
}

function resolveOne(context: CompileContext, file: File<language.IntegrationManifest>): Integration {
  const { manifest } = file
  const { signIn, launch } = manifest
  if (signIn !== undefined) routeAt(locationOf(context, file, 'signIn', 'failureScreen'), signIn.failureScreen)
  if (launch !== undefined && signIn === undefined)
    reportProblem(
      locationOf(context, file, 'launch'),
      'ineffective-key',
      { key: 'launch', where: 'without `signIn`' },
      { key: true },
    )
  checkTemplates(context, file)
  const calls = createTable<Integration['calls'][string]>()
  for (const [name, call] of Object.entries(manifest.calls ?? {})) {
    const location = locationOf(context, file, 'calls', name)
    const entity = call.entity === undefined ? undefined : findEntity(childLocation(location, 'entity'), call.entity)
    calls[name] = {
      path: call.path,
      success: call.success ?? {},
      query: rulesAt(
        childLocation(location, 'query'),
        call.query,
        entity === undefined ? context.base : { ...context.base, record: entity.shape },
      ),
      ...presentOf(call, 'dataPath', 'entity'),
    }
  }
  return {
    name: file.name,
    title: manifest.title,
    timeoutMs: manifest.timeoutMs ?? defaultTimeoutMs,
    variables: manifest.variables ?? {},
    calls,
    ...writtenParts(manifest),
    ...(manifest.map !== undefined && {
      map: { ...manifest.map, adapter: file.path.replace(/[^/]*$/, manifest.map.adapter) },
    }),
    ...(manifest.pagePath !== undefined && { pagePath: manifest.pagePath }),
    ...(signIn !== undefined && {
      signIn: { ...signIn, query: rulesAt(locationOf(context, file, 'signIn', 'query'), signIn.query, context.base) },
    }),
    ...(launch !== undefined && { launch }),
  }
}

/** The parts that need no resolving. */
function writtenParts(manifest: language.IntegrationManifest): Partial<Integration> {
  const { formerName, address, token, channel, identify, oidc, mail } = manifest
  return {
    ...(formerName !== undefined && { formerName }),
    ...(address !== undefined && { address }),
    ...(token !== undefined && { token }),
    ...(channel !== undefined && { channel }),
    ...(identify !== undefined && { identify }),
    ...(oidc !== undefined && { oidc }),
    ...(mail !== undefined && { mail }),
  }
}

function rulesAt(
  location: ManifestLocation,
  written: Readonly<Record<string, string>>,
  environment: RuleEnvironment,
): Record<string, Rule> {
  const rules = createTable<Rule>()
  for (const [name, source] of Object.entries(written)) {
    const rule = ruleAt(childLocation(location, name), source, environment)
    if (rule !== undefined) rules[name] = rule
  }
  return rules
}
