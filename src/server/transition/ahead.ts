// Which values will a transition ask for? Paths of its record beyond the own stored fields, so that they come with the record itself
// instead of in statements of their own.
import type { App, Entity, Rule, RuleNode, Transition } from '../../manifest/app'
import { pathsRead } from '../../manifest/rule/check'
import { placeholders } from '../../manifest/rule/fill'

const kept = new WeakMap<Transition, readonly string[]>()

/** The paths of the record that rules and texts of a transition name: computed fields and whatever lies behind references. */
export function pathsAhead(app: App, entity: Entity, transition: Transition): readonly string[] {
  let paths = kept.get(transition)
  if (!paths) kept.set(transition, (paths = collect(app, entity, transition)))
  return paths
}

function collect(app: App, entity: Entity, transition: Transition): string[] {
  const found = new Set<string>()
  const addNode = (node: RuleNode) => {
    for (const scope of ['record', 'before'] as const) for (const path of pathsRead(node, scope)) found.add(path)
  }
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if (isRule(value)) addNode(value.node)
    // Aggregates and the rules of options and `each` are about other records; statements read those.
    else
      for (const [key, part] of Object.entries(value))
        if (!['lets', 'copy', 'change', 'options', 'each', 'title'].includes(key)) look(part)
  }
  look(transition)
  for (const aggregate of Object.values(transition.lets)) for (const path of aggregate.readsThis) found.add(path)
  for (const copied of Object.values(transition.copy)) if (!copied.input) found.add(copied.path)
  for (const guard of transition.guards)
    for (const path of placeholders(guard.message)) found.add(shownPath(app, entity, path))
  for (const effect of transition.effects) {
    if (effect.kind === 'run') {
      if (effect.on) found.add(effect.on)
    } else {
      for (const path of effect.to) found.add(path.replace(/^before\./, ''))
      for (const path of effect.reads) found.add(shownPath(app, entity, path))
    }
  }
  for (const stage of transition.toStage ? entity.stages : [])
    for (const path of stage.skip?.reads ?? []) found.add(path)
  return [...found].filter((path) => isBeyond(entity, path))
}

function isRule(value: object): value is Rule {
  return 'node' in value && 'reads' in value
}

function isBeyond(entity: Entity, path: string): boolean {
  const [name = '', ...rest] = path.split('.')
  const field = entity.fields[name]
  return field !== undefined && field.type !== 'lines' && (rest.length > 0 ? field.type === 'ref' : !field.stored)
}

/** A text that names a reference tells what its record is called. */
function shownPath(app: App, entity: Entity, path: string): string {
  let fields: Entity['fields'] | undefined = entity.fields
  const names = path.split('.')
  for (const [at, name] of names.entries()) {
    const field: Entity['fields'][string] | undefined = fields?.[name]
    const next: Entity | undefined = field?.type === 'ref' ? app.entities[field.entity ?? ''] : undefined
    if (next && at === names.length - 1) return `${path}.${next.label}`
    fields = next?.fields
  }
  return path
}

/** Of paths, what lies behind one reference. */
export function pathsBehind(paths: readonly string[], reference: string): string[] {
  return paths.filter((path) => path.startsWith(`${reference}.`)).map((path) => path.slice(reference.length + 1))
}
