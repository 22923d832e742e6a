// Writes the rights of a product in normal form:
// schemas/access.lock, which `npm run check` compares.
import { groupBy } from '../../expression/values/lists'
import type { ApiKeys } from '../../model/access'
import type { App } from '../../model/app'
import type { Block } from '../../model/block'
import type { Entity } from '../../model/entity'
import type { Field, Mask } from '../../model/field'
import type { Screen } from '../../model/screen'
import { guardedParts, type AudiencePart } from '../audienceParts'
import { keysInOrder, sorted } from '../factLines'
import { everyScreen } from '../screenByPath'
import { aggregateText, conditionLines, ruleText, sortedList } from './lockText'
import { permissionChangeBlocks } from './permissionChanges'
import { rightsFields, scopingOf, type Scoping } from './scopeFields'
import { transitionLines } from './transitionLines'

const header = [
  '# Who may do what, and when. Written by `npm run check -- --update`; each difference is a change of rights.',
  '# Of what a transition sets or hands to another one, only what decides rights is written: who reaches the record,',
  '# who may read a field, and on what a permission depends.',
].join('\n')

export const firstGrant = 'first grant '

/** Cache by App, which is frozen. */
const written = new WeakMap<App, string>()

/** The text of schemas/access.lock for an App. */
export function accessLock(app: App): string {
  const text = written.get(app) ?? writeLock(app)
  setAccessLock(app, text)
  return text
}

/** Caches the text of an App that another thread has compiled and written. */
export function setAccessLock(app: App, text: string): void {
  written.set(app, text)
}

function writeLock(app: App): string {
  const { permissionChanges, grants } = app.access
  // Related tables have lines of their own, restricted or not.
  const parts = groupBy(
    guardedParts(app).filter(({ part }) => !/^related [^,]*$/.test(part)),
    ({ shownOn }) => shownOn,
  )
  const partsOf = (shower: string) => partLines(parts.get(shower) ?? [])
  const scoping = scopingOf(app)
  const deciding = rightsFields(app, scoping)
  const blocks = [
    ...accountBlocks(app),
    ...permissionChangeBlocks(permissionChanges),
    ...sorted(Object.values(app.modules), (module) => module.name).map((module) => [
      `module ${module.name}`,
      `  opened by ${sortedList(module.permissions)}`,
    ]),
    ...sorted(grants, ({ code }) => code).map(({ code, holders }) => [
      `${firstGrant}${code}`,
      `  once, as a database first meets grants of the code, to roles that hold ${sortedList(holders)}`,
    ]),
    ...sorted(everyScreen(app.screens), (screen) => screen.path).map((screen) => [
      ...screenLines(screen),
      ...partsOf(screen.path),
    ]),
    ...sorted(Object.values(app.entities), (entity) => entity.name).flatMap((entity) => [
      [...entityLines(entity, scoping), ...partsOf(entity.name)],
      ...sorted(Object.values(entity.transitions), ({ name }) => name).map((transition) =>
        transitionLines(app, transition, { scoping, written: deciding }),
      ),
    ]),
    ...sorted(Object.values(app.endpoints), ({ method, path }) => `${path} ${method}`).map((endpoint) => [
      `call ${endpoint.method} ${endpoint.path}`,
      `  by ${sortedList(endpoint.permissions)}`,
      `  does ${endpoint.operation}${Object.keys(endpoint.options).length > 0 ? ` with ${keysInOrder(endpoint.options)}` : ''}`,
    ]),
  ]
  return `${[[header], ...blocks].map((lines) => lines.join('\n')).join('\n\n')}\n`
}

/** As which accounts keys act. */
function serviceAccountLines({ serviceAccounts }: ApiKeys): string[] {
  if (!serviceAccounts) return []
  const { accountField, activeWhen, addressesField } = serviceAccounts
  const lines = [`  as the account of ${accountField} when ${ruleText(activeWhen)}`]
  return addressesField === undefined ? lines : [...lines, `  from the addresses of its ${addressesField}`]
}

/** Who may sign in, and with which row scope. */
function accountBlocks({ access, product }: App): string[][] {
  const { administratorPermission, sharingPermission, identity, apiKeys, secondFactor, sessionLists } = access
  const scopes = Object.entries(identity.rowScopes).map(([value, scope]) => `${value} is ${scope}`)
  const origins = product.passthroughOrigins ?? []
  return [
    [
      'administrator',
      `  permission ${administratorPermission}`,
      `  signs in when ${ruleText(identity.activeWhen)}`,
      `  row scope ${sortedList(scopes)}`,
    ],
    ...(sharingPermission === undefined ? [] : [['shared views', `  kept by ${sharingPermission}`]]),
    ...(apiKeys === undefined
      ? []
      : [
          [
            'programs',
            `  keys of ${apiKeys.entity} with their ${apiKeys.roleField} when ${ruleText(apiKeys.activeWhen)}`,
            ...(apiKeys.addressesField === undefined ? [] : [`  from the addresses of ${apiKeys.addressesField}`]),
            ...(apiKeys.rowScopeField === undefined ? [] : [`  row scope no wider than ${apiKeys.rowScopeField}`]),
            ...serviceAccountLines(apiKeys),
            `  ${apiKeys.requestsPerMinute} requests a minute`,
          ],
        ]),
    ...(secondFactor === undefined
      ? []
      : [
          [
            'second factor',
            ...conditionLines('needed when', secondFactor.requiredWhen),
            `  by ${secondFactor.resetTransition}`,
          ],
        ]),
    ...sorted(Object.entries(sessionLists), ([name]) => name).map(([name, { presetSetting, entity, field, where }]) => [
      `list ${name}`,
      `  ${presetSetting} and ${entity}.${field} where ${ruleText(where)}`,
    ]),
    ...sorted(Object.entries(product.allowlists), ([name]) => name).map(([name, { member, screens }]) => [
      `allowlist ${name}`,
      `  opens ${sortedList(screens)}`,
      ...conditionLines('for whom', member),
    ]),
    ...(origins.length === 0 ? [] : [['answers passed on', `  of ${sortedList(origins)}`]]),
  ]
}

/** The restricted parts of a screen or record. */
function partLines(parts: readonly AudiencePart[]): string[] {
  return sorted(
    parts.map(({ part, title, permissions, visibleWhen }) => {
      const name = title && /(^section|, figure)$/.test(part) ? `${part} ${Object.values(title)[0]}` : part
      const codes = permissions === undefined ? '' : ` for ${sortedList(permissions)}`
      return `  ${name}${codes}${visibleWhen === undefined ? '' : ` while ${ruleText(visibleWhen)}`}`
    }),
    (line) => line,
  )
}

function screenLines(screen: Screen): string[] {
  return [
    `screen ${screen.path}`,
    `  opened by ${sortedList(screen.permissions)}`,
    ...(screen.entity === undefined ? [] : [`  records of ${screen.entity}`]),
    ...conditionLines('where', screen.where),
    ...conditionLines('while', screen.visibleWhen),
    ...(screen.widenRowScope === undefined ? [] : [`  row scope at least ${screen.widenRowScope}`]),
    ...(screen.columns.length > 0 ? [`  shows ${sortedList(screen.columns.map(({ field }) => field))}`] : []),
    ...(screen.export ? ['  exports'] : []),
    ...(screen.report?.measures ?? []).flatMap(({ name, aggregate }) =>
      aggregate ? [`  measure ${name} is ${aggregateText(aggregate)}`] : [],
    ),
    ...sorted(screen.blocks.flatMap(blockLines), (line) => line),
  ]
}

/** The records of a block, the fields sent to an external page, and what figures and steps count. */
function blockLines({ name, kind, entity, where, columns, sentFields, figures, steps }: Block): string[] {
  const block = `  block ${name ?? kind}`
  return [
    ...(columns
      ? [`${block} shows ${sortedList(columns.map(({ field }) => field))}${entity ? ` of ${entity}` : ''}`]
      : []),
    ...conditionLines(`block ${name ?? kind} where`, where),
    ...(sentFields ? [`${block} sends ${sortedList(sentFields)}`] : []),
    ...figures.flatMap(({ title, name: called = Object.values(title)[0], aggregate }) =>
      aggregate ? [`${block}, figure ${called} is ${aggregateText(aggregate)}`] : [],
    ),
    ...steps.flatMap((step) => [
      `${block}, step ${step.name} is done by ${step.atLeast} of ${step.entity}`,
      ...conditionLines(`${block.trim()}, step ${step.name} where`, step.where),
    ]),
  ]
}

function maskText({ states, unmasked, unmaskPermissions }: Mask): string {
  const whole = unmaskPermissions === undefined ? '' : ` whole for ${sortedList(unmaskPermissions)}`
  return ` masked in ${sortedList(states)} but ${unmasked.join(' and ')}${whole}`
}

function entityLines(entity: Entity, { fields: scoping }: Scoping): string[] {
  const { rowScope } = entity
  const decides = ([name]: readonly [string, unknown]) => scoping.has(`${entity.name}.${name}`)
  const guarded = sorted(
    Object.values(entity.fields).filter(({ readPermissions, mask }) => readPermissions ?? mask),
    (field) => field.name,
  )
  return [
    `entity ${entity.name}`,
    `  record opened by ${sortedList(entity.readPermissions)}`,
    `  rows of ${entity.perTenant ? 'the tenant' : 'all tenants'}`,
    `  ${narrowingText(rowScope)}`,
    ...rowScope.selfThrough.flatMap(({ entity: through, referenceField, accountField, where }) => [
      `  self through ${through}.${referenceField} of ${accountField}`,
      ...conditionLines(`${through} where`, where),
    ]),
    ...conditionLines('tenant where', rowScope.tenantWhere),
    ...conditionLines('only where', rowScope.where),
    ...conditionLines('every tenant where', rowScope.everyTenantWhere),
    ...(entity.view ?? []).flatMap((part) => [
      `  made of ${part.entity}`,
      ...conditionLines(`${part.entity} where`, part.where),
      ...sorted(Object.entries(part.values).filter(decides), ([name]) => name).map(
        ([name, rule]) => `  ${part.entity} gives ${name} as ${ruleText(rule)}`,
      ),
    ]),
    ...guarded.map(({ name, readPermissions, mask }) => {
      const readers = readPermissions === undefined ? '' : ` read by ${sortedList(readPermissions)}`
      return `  field ${name}${readers}${mask === undefined ? '' : maskText(mask)}`
    }),
    ...sorted(Object.values(entity.fields).flatMap(derivedLines), (line) => line),
    ...lineReferences(entity),
    ...relatedTables(entity),
    ...(entity.detail.notes ? ['  notes by its readers'] : []),
    ...sorted(entity.documents, ({ name }) => name).flatMap(({ name, states, when, readPaths, sections, link }) => [
      `  prints ${name}${states ? ` in ${sortedList(states)}` : ''} with ${sortedList(readPaths)}`,
      ...conditionLines(`prints ${name} when`, when),
      ...(link
        ? [`  sends ${name} as a link by ${sortedList(link.permissions)} for at most ${link.maxDays} days`]
        : []),
      ...sections.flatMap(({ related, columns = [] }) => {
        if (related === undefined) return []
        const fields = sortedList(columns.map(({ field }) => field))
        const table = `prints ${name} with related ${related.entity}.${related.reference}`
        return [`  ${table} ${fields}`, ...conditionLines(`${table} where`, related.where)]
      }),
      ...sections.filter(({ seal }) => seal).map(() => `  seals ${name}`),
      ...sections.flatMap(({ seal }) => conditionLines(`seals ${name} when`, seal?.when)),
    ]),
    ...sorted(
      entity.invariants.map(({ rule }) => `  always holds ${ruleText(rule)}`),
      (line) => line,
    ),
    ...entity.stages.flatMap(({ state, skipWhen }) => conditionLines(`stage ${state} left out when`, skipWhen)),
    ...systemLines(entity),
  ]
}

/** How the scopes `self` and `unit` are narrowed; one without fields equals the next wider one. */
function narrowingText({ selfFields, unitFields }: Entity['rowScope']): string {
  const unit = unitFields.length > 0 ? `unit by ${sortedList(unitFields)}` : 'unit all of these rows'
  if (selfFields.length > 0) return `self by ${sortedList(selfFields)}; ${unit}`
  return unitFields.length > 0 ? `${unit}; self as unit` : 'unit and self all of these rows'
}

/** Derived values that checks read, and constraints on values. */
function derivedLines({ name, compute, aggregate, checks = [], fields = {} }: Field): string[] {
  return [
    ...conditionLines(`field ${name} is`, compute),
    ...(aggregate === undefined ? [] : [`  field ${name} is ${aggregateText(aggregate)}`]),
    ...checks.map(({ rule }) => `  field ${name} must hold ${ruleText(rule)}`),
    ...Object.values(fields).flatMap((field) => derivedLines({ ...field, name: `${name}.${field.name}` })),
  ]
}

/** The jobs of the server. */
function systemLines({ jobs, sync }: Entity): string[] {
  const brought = sync?.statusesByTransition.map(
    ({ transition, statuses }) => `  ${sync.integration} runs ${transition} at ${statuses.join(', ') || 'any status'}`,
  )
  return [
    ...sorted(
      jobs.map(({ transition, where }) => `  system runs ${transition} where ${ruleText(where)}`),
      (line) => line,
    ),
    ...(brought ?? []),
    ...conditionLines(`${sync?.integration} is sent where`, sync?.send?.where),
  ]
}

/** The options of references in lines, which have no form of their own. */
function lineReferences({ fields }: Entity): string[] {
  const references = Object.values(fields).flatMap((lines) =>
    Object.values(lines.fields ?? {}).map((field) => [`${lines.name}.${field.name}`, field.optionsWhere] as const),
  )
  return sorted(references, ([name]) => name).flatMap(([name, where]) =>
    conditionLines(`field ${name} chosen where`, where),
  )
}

/** The tables of referring records in an open record, with their audiences. */
function relatedTables({ detail }: Entity): string[] {
  const lines = detail.related.flatMap(({ entity, reference, permissions, visibleWhen }) => [
    `  related ${entity}.${reference} for ${permissions === undefined ? `readers of ${entity}` : sortedList(permissions)}`,
    ...conditionLines(`related ${entity}.${reference} while`, visibleWhen),
  ])
  return sorted(lines, (line) => line)
}
