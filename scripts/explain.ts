// Prints what the engine derives: `npm run explain -- <address or entity> [--role name]`.
// Shows permissions, columns, actions and states; a role is a demo role or codes separated by commas.
import { canOpen, canRead, canRun } from '../src/manifest/access/permissions'
import type { Column } from '../src/manifest/model/column'
import type { Entity } from '../src/manifest/model/entity'
import type { Module, Screen } from '../src/manifest/model/screen'
import { textIn, type Text } from '../src/manifest/model/text'
import type { Transition } from '../src/manifest/model/transition'
import { didYouMean } from '../src/manifest/problems/suggest'
import { refuse, requireApp } from './compiled'
import { rightsOfRole } from './roleRights'

const words = process.argv.slice(2)
const position = words.indexOf('--role')
const role = position < 0 ? undefined : words[position + 1]
const [what] = words.filter((_, index) => position < 0 || (index !== position && index !== position + 1))
if (what === undefined) refuse('Name an address or an entity: npm run explain -- /some/Screen [--role name]')

const app = requireApp()
const rights = role === undefined ? undefined : rightsOfRole(app, role)
const screen = app.screens[what]
const entity = app.entities[what]
const module = Object.values(app.modules).find((item) => item.path === what)
if (screen !== undefined) explainScreen(screen)
else if (entity !== undefined) explainEntity(entity)
else if (module !== undefined) explainModule(module)
else
  refuse(
    [
      `There is no screen and no entity ${what}.`,
      `${didYouMean(what, [...Object.keys(app.screens), ...Object.keys(app.entities)]) ?? ''}`,
    ]
      .join(' ')
      .trim(),
  )

function explainScreen(screen: Screen): void {
  title(`${screen.path}  ${both(screen.title)}`, screen.source)
  line('kind', screen.kind)
  line('opened by', codesOf(screen.permissions))
  const module = app.modules[screen.module]!
  if (!screen.permissions.includes('public')) line('and, for its module', codesOf(module.permissions))
  if (rights !== undefined) line(`role ${role}`, canOpen(app, rights, screen) ? 'may open it' : 'may not open it')
  line('in the menu', screen.hideInMenu ? 'no' : `yes, under ${module.path ?? 'no module'}`)
  if (screen.redirect !== undefined) line('leads to', screen.redirect)
  if (screen.entity === undefined) return
  const entity = app.entities[screen.entity]!
  line('records', `${entity.name}  ${both(entity.title)}`)
  line('where', screen.where?.source ?? 'all')
  line('states', stateNames(entity, screen.states ?? Object.keys(entity.states)))
  line('row scope', screen.widenRowScope === 'tenant' ? 'all rows of the tenant' : scopeOf(entity))
  line('order', `${screen.sort.field} ${screen.sort.descending ? 'descending' : 'ascending'}`)
  list('columns', screen.columns.map(columnLine))
  list('search', screen.filters.map(columnLine))
  list(
    'actions',
    screen.actions.map((action) => {
      const transition = app.entities[action.entity]!.transitions[action.transition]!
      const fill = Object.entries(action.values)
        .map(([field, rule]) => `${field} = ${rule.source}`)
        .join(', ')
      return [
        `${action.entity}.${action.transition}`,
        both(action.title),
        action.place === 'toolbar'
          ? 'above the list'
          : action.on === undefined
            ? 'on a row'
            : `on a row, for its ${action.on}`,
        permissionsOf(transition),
        runs(transition),
        fill === '' ? '' : `filled: ${fill}`,
      ]
    }),
  )
  if (screen.batchActions.length > 0) line('on several', screen.batchActions.join(', '))
}

function explainModule(module: Module): void {
  title(`${module.path}  ${both(module.title)}`, module.source)
  line('opened by', codesOf(module.permissions))
  line('leads to', module.redirect ?? 'the first screen that may be opened')
  list(
    'screens',
    module.screens.map((path) => {
      const screen = app.screens[path]!
      return [
        path,
        both(screen.title),
        screen.kind,
        codesOf(screen.permissions),
        rights === undefined ? '' : canOpen(app, rights, screen) ? `${role} may` : `${role} may not`,
      ]
    }),
  )
}

function explainEntity(entity: Entity): void {
  title(`${entity.name}  ${both(entity.title)}`, entity.source)
  line('called by', [entity.labelField, entity.sublabelField].filter((name) => name !== undefined).join(', '))
  line('belongs to', entity.perTenant ? app.access.identity.tenantEntity : 'nobody')
  line('row scope', scopeOf(entity))
  line('opened by', entity.readPermissions.length === 0 ? 'the administrator' : codesOf(entity.readPermissions))
  if (rights !== undefined)
    line(`role ${role}`, canRead(app, rights, entity) ? 'may open a record' : 'may not open a record')
  list(
    'fields',
    Object.values(entity.fields).map((field) => [
      field.name,
      both(field.title),
      field.dictionary ?? field.entity ?? '',
      field.type,
      field.system ? 'kept by the engine' : field.stored ? '' : `computed: ${field.compute?.source ?? 'aggregate'}`,
    ]),
  )
  list(
    'states',
    Object.values(entity.states).map((state) => [
      state.name,
      both(state.title),
      state.color,
      state.closed ? 'closed' : '',
    ]),
  )
  list(
    'transitions',
    Object.values(entity.transitions).map((transition) => [
      transition.name,
      both(transition.title),
      [
        `${transition.creates ? '(new)' : transition.from.join(', ')} ->`,
        `${transition.to ?? 'unchanged'}${transition.skipsStages ? ' or the next stage' : ''}`,
      ].join(' '),
      permissionsOf(transition),
      runs(transition),
    ]),
  )
  list(
    'related',
    entity.detail.related.map((related) => [
      `${related.entity}.${related.reference}`,
      both(related.title),
      related.columns.map((column) => column.field).join(' '),
    ]),
  )
  list(
    'screens',
    Object.values(app.screens)
      .filter((screen) => screen.entity === entity.name)
      .map((screen) => [
        screen.path,
        both(screen.title),
        stateNames(entity, screen.states ?? Object.keys(entity.states)),
      ]),
  )
}

function both(text: Text): string {
  return Object.values(text).join(' / ')
}

function firstOf(text: Text): string {
  return textIn(text, app.product.languages[0]!)
}

function columnLine(column: Column): string[] {
  return [
    column.field,
    both(column.title),
    column.type,
    [column.sortable ? 'sortable' : '', column.sum ? 'summed up' : '', column.hiddenByDefault ? 'hidden at first' : '']
      .filter(Boolean)
      .join(', '),
  ]
}

function stateNames(entity: Entity, states: readonly string[]): string {
  return states.map((state) => `${state} ${firstOf(entity.states[state]!.title)}`).join(', ')
}

function codesOf(codes: readonly string[]): string {
  return codes
    .map((code) =>
      app.access.permissions[code] === undefined ? code : `${code} ${firstOf(app.access.permissions[code])}`,
    )
    .join(' or ')
}

function permissionsOf(transition: Transition): string {
  return transition.permissions
    .map(({ permission: code, when }) => (when === undefined ? code : `${code} when ${when.source}`))
    .join(' or ')
}

function runs(transition: Transition): string {
  return rights === undefined ? '' : canRun(app, rights, transition) ? `${role} may` : `${role} may not`
}

function scopeOf({ rowScope: scope, perTenant: tenant }: Entity): string {
  const parts = [
    scope.unitFields.length > 0 ? `unit by ${scope.unitFields.join(', ')}` : '',
    scope.selfFields.length > 0 ? `own by ${scope.selfFields.join(', ')}` : '',
    scope.tenantWhere === undefined ? '' : `open to all when ${scope.tenantWhere.source}`,
    scope.where === undefined ? '' : `only when ${scope.where.source}`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join('; ') : tenant ? 'all rows of the tenant' : 'all rows'
}

/** The rights of a demo role, before the permission changes of access.json, which depend on the tenant. */

function title(text: string, source: string): void {
  console.log(`${text}\n${source}\n`)
}

function line(name: string, value: string): void {
  console.log(`${name.padEnd(20)} ${value}`)
}

function list(name: string, rows: readonly (readonly string[])[]): void {
  if (rows.length === 0) return
  console.log(`\n${name}`)
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ''))))
  for (const row of rows)
    console.log(
      `  ${row
        .map((cell, column) => cell + ' '.repeat(widths[column]! - widthOf(cell)))
        .join('  ')
        .trimEnd()}`,
    )
}

function widthOf(text: string): number {
  return [...text].reduce((sum, character) => sum + (character >= '\u2e80' ? 2 : 1), 0)
}
