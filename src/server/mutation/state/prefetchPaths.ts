// Collects the paths that a transition will read beyond the record's stored fields.
// They are loaded together with the record instead of in statements of their own.
import type { App } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'
import { isRule, type RuleNode } from '../../../manifest/model/rule'
import type { Effect, Transition } from '../../../manifest/model/transition'
import { createAppCache } from '../../context/liveApp'
import { pathsRead } from '../../../manifest/expression/analyze'
import { placeholders } from '../../../manifest/expression/template'

const cache = createAppCache<Transition, readonly string[]>()

/** The paths of the record in a transition's rules and texts: computed fields and everything behind references. */
export function prefetchPaths(app: App, entity: Entity, transition: Transition): readonly string[] {
  return cache(app, transition, () => collect(app, entity, transition))
}

function collect(app: App, entity: Entity, transition: Transition): string[] {
  const collected = new Set<string>()
  const addNode = (node: RuleNode) => {
    for (const scope of ['record', 'before'] as const) for (const path of pathsRead(node, scope)) collected.add(path)
  }
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if (isRule(value)) addNode(value.node)
    // Aggregates and the rules of options, `where` and `toWhere` are about other records; their statements read those.
    else
      for (const [key, part] of Object.entries(value))
        if (!['vars', 'copy', 'change', 'optionsWhere', 'where', 'toWhere', 'title'].includes(key)) look(part)
  }
  look(transition)
  for (const aggregate of Object.values(transition.vars)) for (const path of aggregate.readsThis) collected.add(path)
  for (const copied of Object.values(transition.copy)) if (!copied.input) collected.add(copied.path)
  for (const guard of transition.checks)
    for (const path of placeholders(guard.message)) collected.add(shownPath(app, entity, path))
  for (const effect of transition.effects) for (const path of pathsOfEffect(app, entity, effect)) collected.add(path)
  // Behind the lock, the version shows whether the record changed after the conditions read it.
  for (const path of transition.lock) collected.add(`${path}.version`)
  for (const stage of transition.skipsStages ? entity.stages : [])
    for (const path of stage.skipWhen?.readPaths ?? []) collected.add(path)
  return [...collected].filter((path) => isBeyond(entity, path))
}

/** What an effect reads beside its rules: receivers, the record it runs on, and the names in its texts. */
function pathsOfEffect(app: App, entity: Entity, effect: Effect): string[] {
  if (effect.kind === 'message')
    return [
      ...effect.toFields.map((path) => path.replace(/^before\./, '')),
      ...effect.readPaths.map((path) => shownPath(app, entity, path)),
    ]
  if (effect.kind !== 'run') return []
  const named = Object.values(effect.texts ?? {}).flatMap(placeholders)
  return [...(effect.on ? [effect.on] : []), ...named.map((path) => shownPath(app, entity, path))]
}

function isBeyond(entity: Entity, path: string): boolean {
  const [name = '', ...rest] = path.split('.')
  const field = entity.fields[name]
  return field !== undefined && field.type !== 'lines' && (rest.length > 0 ? field.type === 'ref' : !field.stored)
}

/** A text that names a reference shows its label. */
function shownPath(app: App, entity: Entity, path: string): string {
  let fields: Entity['fields'] | undefined = entity.fields
  const names = path.split('.')
  for (const [index, name] of names.entries()) {
    const field: Entity['fields'][string] | undefined = fields?.[name]
    const next: Entity | undefined = field?.type === 'ref' ? app.entities[field.entity ?? ''] : undefined
    if (next && index === names.length - 1) return `${path}.${next.labelField}`
    fields = next?.fields
  }
  return path
}

/** The paths behind one reference. */
export function pathsThrough(paths: readonly string[], reference: string): string[] {
  return paths.filter((path) => path.startsWith(`${reference}.`)).map((path) => path.slice(reference.length + 1))
}
