// Explains the numbers of a screen: what each counts, and which rows by row scope.
import { entityOf, type App } from '../model/app'
import type { ScopeName } from '../model/access'
import type { Entity, SelfThrough } from '../model/entity'
import { countedPath, type Aggregate } from '../model/rule'
import type { Screen } from '../model/screen'
import type { Text } from '../model/text'
import { canRead, type CallerRights } from './permissions'
import { eachLanguage, factTable } from './factLines'

interface CountedNumber {
  readonly name: string
  readonly title: Text
  readonly aggregate?: Aggregate
  readonly permissions?: readonly string[]
}

/** Two tables: what is counted, and which rows. Empty for a screen without numbers. */
export function numberLines(
  app: App,
  screen: Screen,
  role?: { readonly name: string; readonly rights: CallerRights },
): string[] {
  const numbers = numbersOf(screen).filter(({ aggregate }) => aggregate !== undefined)
  const entities = [...new Set(numbers.flatMap(({ aggregate }) => aggregate?.entity ?? []))]
  const { rowScopes } = app.access.identity
  return [
    ...factTable(
      'counts',
      numbers.map(({ name, title, aggregate, permissions }) => [
        name,
        eachLanguage(title),
        countedText(aggregate!),
        permissions === undefined ? '' : `for ${permissions.join(' or ')}`,
      ]),
    ),
    ...factTable(
      'whose rows are counted, by the row scope of who looks',
      entities.flatMap((name) => {
        const entity = entityOf(app, name)
        const seen = role ? `${role.name} ${canRead(app, role.rights, entity) ? 'sees them' : 'sees no number'}` : ''
        return Object.entries(rowScopes).map(([value, scope], index) => [
          index === 0 ? name : '',
          value,
          reachedRows(app, entity, scope, screen),
          index === 0 ? seen : '',
        ])
      }),
    ),
  ]
}

function numbersOf({ report, blocks }: Screen): CountedNumber[] {
  const figures = (blocks ?? []).flatMap((block) => block.figures)
  return [...(report?.measures ?? []), ...figures.map((figure) => ({ ...figure, name: figure.name ?? 'figure' }))]
}

const countedText = (aggregate: Aggregate): string =>
  [
    aggregate.operator,
    countedPath(aggregate),
    ...(aggregate.where === undefined ? [] : [`where ${aggregate.where.source}`]),
  ].join(' ')

export const throughText = ({ entity, referenceField, accountField, where }: SelfThrough): string =>
  `own by ${accountField} of ${entity}.${referenceField}${where === undefined ? '' : ` when ${where.source}`}`

/** The rows of an entity that a row scope reaches, in words. */
function reachedRows(app: App, entity: Entity, scope: ScopeName, { widenRowScope }: Pick<Screen, 'widenRowScope'>) {
  const { selfFields, selfThrough, unitFields, tenantWhere, everyTenantWhere, where } = entity.rowScope
  const { tenantEntity } = app.access.identity
  const isNarrow = (scope === 'self' || scope === 'unit') && widenRowScope === undefined
  const [hasOwn, hasUnit] = [scope === 'self' && selfFields.length > 0, unitFields.length > 0]
  const reached =
    scope === 'all' || !entity.perTenant
      ? 'all rows'
      : isNarrow && hasOwn
        ? `own by ${selfFields.join(', ')}`
        : isNarrow && hasUnit
          ? `the unit's by ${unitFields.join(', ')}`
          : `all of the ${tenantEntity}`
  const opened = reached.startsWith('all') ? undefined : tenantWhere
  return [
    reached,
    ...(reached.startsWith('own') ? selfThrough.map((through) => `and ${throughText(through)}`) : []),
    ...(opened === undefined ? [] : [`and those where ${opened.source}`]),
    ...(everyTenantWhere === undefined || reached === 'all rows'
      ? []
      : [`and of every ${tenantEntity} where ${everyTenantWhere.source}`]),
    ...(where === undefined ? [] : [`only where ${where.source}`]),
  ].join(', ')
}
