// Reads the names that journeys may use: entities as rules see them, accounts of the demo data.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JourneyManifest } from '../../src/manifest/language/generated'
import type { App } from '../../src/manifest/model/app'
import type { Entity } from '../../src/manifest/model/entity'
import type { Field } from '../../src/manifest/model/field'
import type { Source } from '../../src/manifest/json/source'
import {
  NamedRules,
  type RuleEnvironment,
  type Shape,
  type StateGroups,
} from '../../src/manifest/expression/environment'
import { textIn } from '../../src/manifest/model/text'

export type Journey = JourneyManifest
export type JourneyStep = JourneyManifest['steps'][number]

/** Whether the step has to be refused, by whatever refusal or by one. */
export const isRefused = ({ refused, refusalKey }: JourneyStep): boolean => refused === true || refusalKey !== undefined

/** The keys of the accounts that sign in to a product with demo data. */
export function demoAccountKeys(folder: string): string[] {
  const path = join(folder, 'demo', 'accounts.json')
  if (!existsSync(path)) return []
  return Object.keys((JSON.parse(readFileSync(path, 'utf8')) as { readonly accounts: object }).accounts)
}

/** What the rules of a journey may refer to, by entity. The App no longer has named rules and groups of states. */
export function rulesOfJourneys(app: App, sources: readonly Source[]): (entity: string) => RuleEnvironment {
  const rules = new NamedRules()
  const groups = new Map<string, StateGroups>()
  for (const { path, text } of sources) {
    const entity = /([^/]+)\.entity\.json$/.exec(path)?.[1]
    if (entity === undefined && path !== 'app.json') continue
    const manifest = JSON.parse(text) as { rules?: Record<string, string>; stateGroups?: Record<string, string[]> }
    for (const [name, source] of Object.entries(manifest.rules ?? {}))
      rules.declare({ name, source, ...(entity !== undefined && { entity }) })
    if (entity !== undefined) groups.set(entity, flatGroups(manifest.stateGroups ?? {}))
  }
  const shapes = new Map<string, Shape>()
  const shapeOf = (name: string): Shape | undefined => {
    const entity: Entity | undefined = app.entities[name]
    if (entity === undefined) return undefined
    const { fields, states } = entity
    const shape = shapes.get(name) ?? {
      entity: name,
      fields,
      states: Object.keys(states),
      stateGroups: groups.get(name) ?? {},
    }
    shapes.set(name, shape)
    return shape
  }
  const accounts = shapeOf(app.access.identity.accountEntity)
  // Who looks, to be compared with; what this account is follows from the demo data.
  const me = accounts && { ...accounts, fields: { id: accounts.fields.id! } }
  return (entity) => ({
    record: shapeOf(entity),
    ...(me && { me }),
    settings: app.settings,
    rules,
    codes: Object.keys(app.access.permissions),
    entities: shapeOf,
    dictionaries: (name) => app.dictionaries[name]?.items.map(({ code }) => code),
  })
}

/** What a rule about the lines of a record may refer to; `environment` is that of the record. */
export const ofLines = (environment: RuleEnvironment, { name, fields = {} }: Field): RuleEnvironment => ({
  ...environment,
  record: { entity: `${environment.record?.entity}.${name}`, fields, states: [] },
  this: environment.record,
})

/** A group may contain another one; the compiler has refused cycles. */
function flatGroups(groups: Readonly<Record<string, readonly string[]>>): StateGroups {
  const flat = (name: string): readonly string[] => (groups[name] ? groups[name].flatMap(flat) : [name])
  return Object.fromEntries(Object.keys(groups).map((name) => [name, flat(name)]))
}

/** A step as text, for reports. */
export function stepInWords({ as, run, on, screen, find }: JourneyStep): string {
  if (run !== undefined) return `${as} runs ${run}${on === undefined ? '' : ` on ${on}`}`
  if (screen !== undefined) return `${as} opens ${screen}`
  if (find !== undefined) return `${as} finds ${find} of ${on}`
  return `${as} looks at ${on}`
}

/** A title in its first language. */
export function titleOf({ title }: Journey, app: App): string {
  const [language] = app.product.languages
  const text: unknown = title
  return Array.isArray(text) ? String(text[0]) : textIn(title, language!)
}
