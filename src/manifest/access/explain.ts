// Explains in words what is derived for a screen, entity, module, permission code or dictionary.
// With a role, each line adds whether this role may use it.
import { declared } from '../expression/values/present'
import { entityOf, type App } from '../model/app'
import { transitionOf, type Entity } from '../model/entity'
import type { Module, Screen } from '../model/screen'
import { textIn, type Text } from '../model/text'
import type { Transition } from '../model/transition'
import { canOpen, canRead, canRun, type CallerRights } from './permissions'
import { numberLines, throughText } from './explainNumbers'
import { audienceText, columnFacts, ruleTables, screenTables } from './explainRules'
import { explainCode, explainDictionary, type DemoRole } from './explainCode'
import { factLine, factTable, eachLanguage } from './factLines'

/** The name to explain, and the role. */
interface View {
  readonly app: App
  readonly role?: NamedRights
}

interface NamedRights {
  readonly name: string
  readonly rights: CallerRights
}

/** The names that can be explained: addresses of screens and modules, entities, permission codes and dictionaries. */
export function explainableNames(app: App): string[] {
  return [
    ...Object.keys(app.screens),
    ...Object.keys(app.entities),
    ...Object.keys(app.access.permissions),
    ...Object.keys(app.dictionaries),
    ...Object.values(app.modules).flatMap(({ path }) => (path === undefined ? [] : [path])),
  ]
}

/**
 * The explanation of an address, entity, permission code or dictionary; undefined for an unknown name.
 * @param roles the roles whose holders are named
 */
export function explain(
  app: App,
  name: string,
  role?: NamedRights,
  roles: readonly DemoRole[] = [],
): string | undefined {
  const view = { app, role }
  const module = Object.values(app.modules).find((item) => item.path === name)
  if (Object.hasOwn(app.screens, name)) return explainScreen(view, declared(app.screens, name)).join('\n')
  if (Object.hasOwn(app.entities, name)) return explainEntity(view, entityOf(app, name)).join('\n')
  if (module) return explainModule(view, module).join('\n')
  if (Object.hasOwn(app.access.permissions, name)) return explainCode(app, name, roles).join('\n')
  const dictionary = Object.hasOwn(app.dictionaries, name) ? app.dictionaries[name] : undefined
  return dictionary && explainDictionary(app, dictionary).join('\n')
}

function explainScreen(view: View, screen: Screen): string[] {
  const module = view.app.modules[screen.module]!
  const head = [
    `${screen.path}  ${eachLanguage(screen.title)}`,
    `${screen.source}\n`,
    factLine('kind', screen.kind),
    factLine('opened by', codesOf(view, screen.permissions)),
    ...(screen.permissions.includes('public')
      ? []
      : [factLine('and, for its module', codesOf(view, module.permissions))]),
    ...openingLines(view, screen),
    factLine('in the menu', screen.hideInMenu ? 'no' : `yes, under ${module.path ?? 'no module'}`),
    ...(screen.redirect === undefined ? [] : [factLine('leads to', screen.redirect)]),
  ]
  return [...head, ...screenContent(view, screen), ...screen.moreLists.flatMap((list) => furtherList(view, list))]
}

/** Whether the role may open a screen; nothing without a role. */
function openingLines({ app, role }: View, screen: Screen): string[] {
  if (!role) return []
  return [factLine(`role ${role.name}`, canOpen(app, role.rights, screen) ? 'may open it' : 'may not open it')]
}

function screenContent(view: View, screen: Screen): string[] {
  const list = screen.entity === undefined ? [] : listLines(view, screen, entityOf(view.app, screen.entity))
  return [...list, ...screenTables(screen), ...numberLines(view.app, screen, view.role)]
}

/** A list behind a tab beside the screen's own. */
function furtherList(view: View, list: Screen): string[] {
  return [
    `\n${list.path}  ${eachLanguage(list.title)}`,
    factLine('opened by', codesOf(view, list.permissions)),
    ...openingLines(view, list),
    ...screenContent(view, list),
  ]
}

function listLines(view: View, screen: Screen, entity: Entity): string[] {
  return [
    factLine('records', `${entity.name}  ${eachLanguage(entity.title)}`),
    factLine('where', screen.where?.source ?? 'all'),
    factLine('states', stateNames(view, entity, screen.states ?? Object.keys(entity.states))),
    factLine('row scope', screen.widenRowScope === 'tenant' ? 'all rows of the tenant' : scopeOf(entity)),
    factLine('order', `${screen.sort.field} ${screen.sort.descending ? 'descending' : 'ascending'}`),
    ...factTable('columns', screen.columns.map(columnFacts)),
    ...factTable('search', screen.filters.map(columnFacts)),
    ...factTable(
      'actions',
      screen.actions.map((action) => actionFacts(view, action)),
    ),
  ]
}

function actionFacts(view: View, action: Screen['actions'][number]): string[] {
  const transition = transitionOf(entityOf(view.app, action.entity), action.transition)
  const fill = Object.entries(action.values)
    .map(([field, rule]) => `${field} = ${rule.source}`)
    .join(', ')
  const onRow = action.on === undefined ? 'on a row' : `on a row, for its ${action.on}`
  return [
    `${action.entity}.${action.transition}`,
    eachLanguage(action.title),
    action.place === 'toolbar' ? 'above the list' : onRow,
    permissionsOf(transition),
    runs(view, transition),
    [
      action.primary ? 'stands out' : '',
      action.implied ? 'a step of its records' : '',
      transition.undo ? 'can be undone' : '',
      audienceText(action),
      fill === '' ? '' : `filled: ${fill}`,
    ]
      .filter(Boolean)
      .join('; '),
  ]
}

function explainModule(view: View, module: Module): string[] {
  const { app, role } = view
  return [
    `${module.path}  ${eachLanguage(module.title)}`,
    `${module.source}\n`,
    factLine('opened by', codesOf(view, module.permissions)),
    factLine('leads to', module.redirect ?? 'the first screen that may be opened'),
    ...factTable(
      'screens',
      module.screens.map((path) => {
        const screen = declared(app.screens, path)
        return [
          path,
          eachLanguage(screen.title),
          screen.kind,
          codesOf(view, screen.permissions),
          role ? `${role.name} ${canOpen(app, role.rights, screen) ? 'may' : 'may not'}` : '',
        ]
      }),
    ),
  ]
}

function explainEntity(view: View, entity: Entity): string[] {
  const { app, role } = view
  return [
    `${entity.name}  ${eachLanguage(entity.title)}`,
    `${entity.source}\n`,
    factLine('called by', [entity.labelField, entity.sublabelField].filter((name) => name !== undefined).join(', ')),
    factLine('belongs to', entity.perTenant ? app.access.identity.tenantEntity : 'nobody'),
    factLine('row scope', scopeOf(entity)),
    factLine(
      'opened by',
      entity.readPermissions.length === 0 ? 'the administrator' : codesOf(view, entity.readPermissions),
    ),
    ...(role
      ? [
          factLine(
            `role ${role.name}`,
            canRead(app, role.rights, entity) ? 'may open a record' : 'may not open a record',
          ),
        ]
      : []),
    ...factTable('fields', Object.values(entity.fields).map(fieldFacts)),
    ...factTable(
      'states',
      Object.values(entity.states).map((state) => [
        state.name,
        eachLanguage(state.title),
        state.color,
        state.closed ? 'closed' : '',
      ]),
    ),
    ...factTable(
      'transitions',
      Object.values(entity.transitions).map((transition) => transitionFacts(view, transition)),
    ),
    ...ruleTables(entity),
    ...relatedFacts(entity),
    ...factTable(
      'screens',
      Object.values(app.screens)
        .filter((screen) => screen.entity === entity.name)
        .map((screen) => [
          screen.path,
          eachLanguage(screen.title),
          stateNames(view, entity, screen.states ?? Object.keys(entity.states)),
        ]),
    ),
  ]
}

function relatedFacts({ detail }: Entity): string[] {
  return factTable(
    'related',
    detail.related.map(({ entity: of, reference, title, permissions, columns }) => [
      `${of}.${reference}`,
      `${eachLanguage(title)}, for ${permissions === undefined ? `readers of ${of}` : permissions.join(' or ') || 'the administrator'}`,
      columns.map((column) => column.field).join(' '),
    ]),
  )
}

function fieldFacts(field: Entity['fields'][string]): string[] {
  return [
    field.name,
    eachLanguage(field.title),
    field.dictionary ?? field.entity ?? '',
    // In rules the name is the record; compare it with a number as ref(47).
    field.name === 'id' ? 'the record, in rules' : field.type,
    field.system ? 'kept by the engine' : field.stored ? '' : `computed: ${field.compute?.source ?? 'aggregate'}`,
  ]
}

function transitionFacts(view: View, transition: Transition): string[] {
  const from = transition.creates ? '(new)' : transition.from.join(', ')
  return [
    transition.name,
    eachLanguage(transition.title),
    `${from} -> ${transition.to ?? 'unchanged'}${transition.skipsStages ? ' or the next stage' : ''}`,
    permissionsOf(transition),
    runs(view, transition),
    transition.undo ? 'can be undone' : '',
  ]
}

function firstOf({ app }: View, text: Text): string {
  return textIn(text, app.product.languages[0])
}

function stateNames(view: View, entity: Entity, states: readonly string[]): string {
  return states.map((state) => `${state} ${firstOf(view, declared(entity.states, state).title)}`).join(', ')
}

function codesOf(view: View, codes: readonly string[]): string {
  const { permissions } = view.app.access
  return codes
    .map((code) => (permissions[code] === undefined ? code : `${code} ${firstOf(view, permissions[code])}`))
    .join(' or ')
}

function permissionsOf(transition: Transition): string {
  return transition.permissions
    .map(({ permission: code, when }) => (when === undefined ? code : `${code} when ${when.source}`))
    .join(' or ')
}

function runs({ app, role }: View, transition: Transition): string {
  if (!role) return ''
  return `${role.name} ${canRun(app, role.rights, transition) ? 'may' : 'may not'}`
}

function scopeOf({ rowScope: scope, perTenant: tenant }: Entity): string {
  const parts = [
    scope.unitFields.length > 0 ? `unit by ${scope.unitFields.join(', ')}` : '',
    scope.selfFields.length > 0 ? `own by ${scope.selfFields.join(', ')}` : '',
    ...scope.selfThrough.map(throughText),
    scope.tenantWhere === undefined ? '' : `open to the tenant when ${scope.tenantWhere.source}`,
    scope.everyTenantWhere === undefined ? '' : `open to every tenant when ${scope.everyTenantWhere.source}`,
    scope.where === undefined ? '' : `only when ${scope.where.source}`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join('; ') : tenant ? 'all rows of the tenant' : 'all rows'
}
