// Which other systems does the product work with? Resolves how it signs in there and what it asks; a system whose address is not configured is no problem here.
import type { Outside, Rule, Screen } from '../app'
import type * as language from '../generated/language'
import { entityNamed, routeAt } from '../names'
import type { File } from '../read'
import type { RuleEnvironment } from '../rule/check'
import { at, below, ruleAt, table, tell, type At, type World } from '../world'

const USUAL_TIMEOUT = 20_000

/** All outside systems by name. One at most is signed in to before screens, since a screen does not say to which. */
export function resolveOutside(world: World, screens: readonly Screen[]): Record<string, Outside> {
  const found = table<Outside>()
  let signedIn: string | undefined
  for (const [name, file] of world.manifests.outside) {
    found[name] = resolveOne(world, file)
    if (file.manifest.signIn === undefined) continue
    if (signedIn !== undefined)
      tell(
        world,
        at(file, 'signIn'),
        'conflicting-keys',
        { what: `The product signs in to ${signedIn} already` },
        { key: true },
      )
    signedIn ??= name
  }
  if (signedIn === undefined && world.manifests.unreadable.outside.size === 0) {
    for (const file of world.manifests.screens)
      if (file.manifest.autoLogin === true && screens.some((screen) => screen.source === file.path))
        tell(
          world,
          at(file, 'autoLogin'),
          'missing-part',
          { thing: 'A screen with `autoLogin`', key: 'signIn' },
          { key: true, hint: 'An *.outside.json says how the server signs in.' },
        )
  }
  return found
}

function resolveOne(world: World, file: File<language.OutsideManifest>): Outside {
  const { manifest } = file
  const { signIn, launch } = manifest
  if (signIn !== undefined) routeAt(world, at(file, 'signIn', 'failed'), signIn.failed)
  if (launch !== undefined && signIn === undefined)
    tell(world, at(file, 'launch'), 'ineffective-key', { key: 'launch', where: 'without `signIn`' }, { key: true })
  const calls = table<Outside['calls'][string]>()
  for (const [name, call] of Object.entries(manifest.calls ?? {})) {
    const place = at(file, 'calls', name)
    const entity = call.entity === undefined ? undefined : entityNamed(world, below(place, 'entity'), call.entity)
    calls[name] = {
      path: call.path,
      success: call.success ?? {},
      query: rulesAt(
        world,
        below(place, 'query'),
        call.query,
        entity === undefined ? world.base : { ...world.base, record: entity.shape },
      ),
      ...(call.data !== undefined && { data: call.data }),
      ...(call.entity !== undefined && { entity: call.entity }),
    }
  }
  return {
    name: file.name,
    title: manifest.title,
    timeout: manifest.timeout ?? USUAL_TIMEOUT,
    calls,
    ...(manifest.page !== undefined && { page: manifest.page }),
    ...(signIn !== undefined && {
      signIn: { ...signIn, query: rulesAt(world, at(file, 'signIn', 'query'), signIn.query, world.base) },
    }),
    ...(launch !== undefined && { launch }),
  }
}

function rulesAt(
  world: World,
  place: At,
  written: Readonly<Record<string, string>>,
  environment: RuleEnvironment,
): Record<string, Rule> {
  const rules = table<Rule>()
  for (const [name, source] of Object.entries(written)) {
    const rule = ruleAt(world, below(place, name), source, environment)
    if (rule !== undefined) rules[name] = rule
  }
  return rules
}
