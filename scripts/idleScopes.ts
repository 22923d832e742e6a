// Finds entities whose `selfThrough` hands records to people who may not open them.
// Which roles the accounts with row scope `self` have is known from data alone: here from the demo data.
import { roleEntityOf, type App } from '../src/manifest/model/app'
import type { DemoTable } from '../src/server/boot/demo/files'
import { withGrants } from '../src/server/migration/plan/roleChanges'
import { rolesIn } from './roleRights'

/**
 * A sentence for each; none where no account of the tables has a role and the row scope `self`, which is also that
 * of an account without one.
 */
export function idleScopes(app: App, tables: readonly DemoTable[]): string[] {
  const { accountEntity, roleField, rowScopeField, rowScopes } = app.access.identity
  const ofEntity = (entity: string) => tables.filter((table) => table.entity === entity)
  const codesByRole = new Map(
    ofEntity(roleEntityOf(app).name).flatMap((table) =>
      rolesIn(app, table).map(({ name, codes }): [string, readonly string[]] => [
        `$${name}`,
        withGrants(codes, app.access.grants),
      ]),
    ),
  )
  const codes = new Set(
    ofEntity(accountEntity).flatMap(({ columns, rows }) => {
      const [role, scope] = [columns.indexOf(roleField), columns.indexOf(rowScopeField)]
      return rows.flatMap((row) =>
        (rowScopes[String(row[scope])] ?? 'self') === 'self' ? (codesByRole.get(String(row[role])) ?? []) : [],
      )
    }),
  )
  if (codes.size === 0) return []
  return Object.values(app.entities).flatMap(({ name, rowScope, readPermissions }) =>
    rowScope.selfThrough.length === 0 ||
    readPermissions.some((code) => code === 'public' || code === 'signed-in' || codes.has(code))
      ? []
      : [sentence(name)],
  )
}

const sentence = (entity: string): string =>
  [
    `Warning: \`selfThrough\` of \`${entity}\` serves no one, since no demo account with row scope \`self\` may open`,
    `its records. Give their role a code of a screen over \`${entity}\` or of its \`readPermissions\`,`,
    'or delete `selfThrough`.',
  ].join(' ')
