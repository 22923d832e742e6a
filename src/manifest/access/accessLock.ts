// The rights of a product as lines of text in normal form: schemas/access.lock.
// `npm run check` refuses a difference and `npm run check -- --update` writes it, so that each change of rights is
// read.
import type { App } from '../model/app'
import type { Entity } from '../model/entity'
import type { Aggregate, Rule } from '../model/rule'
import type { Screen } from '../model/screen'
import type { Transition } from '../model/transition'
import { writeNode } from '../expression/analyze'
import { everyScreen } from './screenByPath'

const header =
  '# Who may do what, and when. Written by `npm run check -- --update`; each difference is a change of rights.'

const firstGrant = 'first grant '
/** A changed grant reads as if it had been given; a database that has met the code gives nothing. */
const grantedBefore =
  'where the code is known already this gives and takes nothing: edit the roles, in the page of roles'

export function accessLock(app: App): string {
  const { administratorPermission, sharingPermission, permissionChanges, identity, grants } = app.access
  const blocks = [
    ['administrator', `  permission ${administratorPermission}`, `  signs in when ${ruleText(identity.activeWhen)}`],
    ...(sharingPermission === undefined ? [] : [['shared views', `  kept by ${sharingPermission}`]]),
    ...permissionChanges.map(({ add, remove, when }, index) => [
      `permission change ${index + 1}`,
      ...(add.length > 0 ? [`  adds ${words(add)}`] : []),
      ...(remove.length > 0 ? [`  removes ${words(remove)}`] : []),
      ...condition('when', when),
    ]),
    ...sorted(Object.values(app.modules), (module) => module.name).map((module) => [
      `module ${module.name}`,
      `  opened by ${words(module.permissions)}`,
    ]),
    ...sorted(grants, ({ code }) => code).map(({ code, holders }) => [
      `${firstGrant}${code}`,
      `  once, as a database first sees the code, to roles that hold ${words(holders)}`,
    ]),
    ...sorted(everyScreen(app.screens), (screen) => screen.path).map(screenLines),
    ...sorted(Object.values(app.entities), (entity) => entity.name).flatMap(entityBlocks),
    ...sorted(Object.values(app.endpoints), ({ method, path }) => `${path} ${method}`).map((endpoint) => [
      `call ${endpoint.method} ${endpoint.path}`,
      `  by ${words(endpoint.permissions)}`,
    ]),
  ]
  return `${[[header], ...blocks].map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function screenLines(screen: Screen): string[] {
  return [
    `screen ${screen.path}`,
    `  opened by ${words(screen.permissions)}`,
    ...(screen.entity === undefined ? [] : [`  records of ${screen.entity}`]),
    ...condition('where', screen.where),
    ...(screen.widenRowScope === undefined ? [] : [`  row scope at least ${screen.widenRowScope}`]),
    ...(screen.columns.length > 0 ? [`  shows ${words(screen.columns.map(({ field }) => field))}`] : []),
    ...(screen.export ? ['  exports'] : []),
    ...(screen.report?.measures ?? []).flatMap(({ name, aggregate }) =>
      aggregate ? [`  measure ${name} is ${aggregateText(aggregate)}`] : [],
    ),
  ]
}

function entityBlocks(entity: Entity): string[][] {
  const { rowScope } = entity
  const guarded = sorted(
    Object.values(entity.fields).filter(({ readPermissions, mask }) => readPermissions ?? mask),
    (field) => field.name,
  )
  return [
    [
      `entity ${entity.name}`,
      `  record opened by ${words(entity.readPermissions)}`,
      `  rows of ${entity.perTenant ? 'the tenant' : 'all tenants'}`,
      `  self ${words(rowScope.selfFields)}; unit ${words(rowScope.unitFields)}`,
      ...condition('tenant where', rowScope.tenantWhere),
      ...condition('only where', rowScope.where),
      ...condition('every tenant where', rowScope.everyTenantWhere),
      ...guarded.map(({ name, readPermissions, mask }) => {
        const readers = readPermissions === undefined ? '' : ` read by ${words(readPermissions)}`
        const masked = mask === undefined ? '' : ` masked in ${words(mask.states)} but ${mask.unmasked.join(' and ')}`
        return `  field ${name}${readers}${masked}`
      }),
      ...lineReferences(entity),
      ...relatedTables(entity),
    ],
    ...sorted(Object.values(entity.transitions), (transition) => transition.name).map(transitionLines),
  ]
}

function transitionLines(transition: Transition): string[] {
  return [
    `transition ${transition.entity}.${transition.name}`,
    ...sorted(
      transition.permissions.map(
        ({ permission, when }) => `  by ${permission}${when === undefined ? '' : ` when ${ruleText(when)}`}`,
      ),
      (line) => line,
    ),
    [
      `  from ${transition.creates ? '(new)' : words(transition.from)} to`,
      `${transition.to ?? '(unchanged)'}${transition.skipsStages ? ' or the next stage' : ''}`,
    ].join(' '),
    ...condition('when', transition.when),
    ...(transition.fourEyes ? ['  not by its creator'] : []),
    ...(transition.askFactor === undefined ? [] : [`  second factor of ${transition.askFactor}`]),
    ...(transition.rowScopes === undefined ? [] : [`  row scopes ${words(transition.rowScopes)}`]),
    `  takes ${words(transition.form.filter((field) => !field.readOnly).map(({ field }) => field))}`,
    ...sorted(
      transition.form.filter(({ readOnly }) => !readOnly),
      ({ field }) => field,
    ).flatMap(({ field, optionsWhere }) => condition(`chooses ${field} where`, optionsWhere)),
    ...Object.entries(transition.vars).map(([name, aggregate]) => `  vars.${name} is ${aggregateText(aggregate)}`),
    ...sorted(
      transition.checks.map(({ rule }) => `  must hold ${ruleText(rule)}`),
      (line) => line,
    ),
  ]
}

/** What lines may refer to: their references are chosen in no form of their own. */
function lineReferences({ fields }: Entity): string[] {
  const references = Object.values(fields).flatMap((lines) =>
    Object.values(lines.fields ?? {}).map((field) => [`${lines.name}.${field.name}`, field.optionsWhere] as const),
  )
  return sorted(references, ([name]) => name).flatMap(([name, where]) => condition(`field ${name} chosen where`, where))
}

/** The tables of referring records in an open record, and for whom they are. */
function relatedTables({ detail }: Entity): string[] {
  const lines = detail.related.flatMap(({ entity, reference, permissions, visibleWhen }) => [
    `  related ${entity}.${reference} for ${permissions === undefined ? `readers of ${entity}` : words(permissions)}`,
    ...condition(`related ${entity}.${reference} while`, visibleWhen),
  ])
  return sorted(lines, (line) => line)
}

const aggregateText = ({ operator, entity, lines, field, where }: Aggregate): string =>
  `${operator} of ${[entity ?? lines, field].filter(Boolean).join('.')}${where === undefined ? '' : ` where ${ruleText(where)}`}`

function condition(name: string, rule: Rule | undefined): string[] {
  return rule === undefined ? [] : [`  ${name} ${ruleText(rule)}`]
}

function words(items: readonly string[]): string {
  return items.length === 0 ? '(none)' : [...items].sort().join(', ')
}

function sorted<T>(items: Iterable<T>, by: (item: T) => string): T[] {
  return [...items].sort((a, b) => (by(a) < by(b) ? -1 : by(a) > by(b) ? 1 : 0))
}

/** A rule in normal form: what is only written otherwise reads the same. */
export function ruleText({ node }: Pick<Rule, 'node'>): string {
  return writeNode(node, ({ value }) => JSON.stringify(value))
}

/** The blocks of a lock by their first line. */
export function blocksOf(lock: string): Map<string, readonly string[]> {
  return new Map(
    lock
      .trim()
      .split('\n\n')
      .map((block) => block.split('\n'))
      .map(([first = '', ...lines]) => [first, lines]),
  )
}

/** What differs, a line each: `+` what holds now, `-` what held before, under the thing that it belongs to. */
export function lockDifference(before: string, after: string): string[] {
  const [old, present] = [blocksOf(before), blocksOf(after)]
  return sorted(new Set([...old.keys(), ...present.keys()]), (name) => name).flatMap((name) => {
    const [was, is] = [old.get(name), present.get(name)]
    const gone = (was ?? []).filter((line) => !is?.includes(line)).map((line) => `- ${line.trim()}`)
    const come = (is ?? []).filter((line) => !was?.includes(line)).map((line) => `+ ${line.trim()}`)
    if (was === undefined) return [`${name} is new`, ...come.map((line) => `  ${line}`)]
    if (is === undefined) return [`${name} is gone`]
    if (gone.length + come.length === 0) return []
    const note = name.startsWith(firstGrant) ? [grantedBefore] : []
    return [name, ...[...gone, ...come, ...note].map((line) => `  ${line}`)]
  })
}

/** The difference of rights for the author: first the command that accepts it. */
export function lockMessage(before: string, after: string, command: string): string[] {
  return [
    `The rights differ from access.lock. If the lines below are meant: ${command}, and commit the file.`,
    ...lockDifference(before, after),
  ]
}
