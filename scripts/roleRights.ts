// Provides scripts with the rights of a role: a demo role, or permission codes separated by commas.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DemoRole } from '../src/manifest/access/explainCode'
import type { CallerRights } from '../src/manifest/access/permissions'
import { roleEntityOf, type App } from '../src/manifest/model/app'
import type { DemoTable } from '../src/server/boot/demo/files'
import { withGrants } from '../src/server/migration/plan/roleChanges'
import { refuse } from './commandLine.mjs'
import { schemasFolder } from './compiled'

/** A role of the demo data by its name, with or without the entity before it. */
export function demoRole(app: App, name: string): DemoRole | undefined {
  return rolesWithGrants(app).find((role) => role.name === name || role.name.endsWith(`-${name}`))
}

/** The demo roles with the initial grants of modules, as a server gives them. */
export function rolesWithGrants(app: App): DemoRole[] {
  return demoRoles(app).map(({ name, codes }) => ({ name, codes: withGrants(codes, app.access.grants) }))
}

/** The rights of a demo role by name, or of permission codes separated by commas. */
export function rightsOfRole(app: App, name: string): CallerRights {
  const codes = demoRole(app, name)?.codes ?? name.split(',')
  const { permissions, administratorPermission: administrator } = app.access
  // Fewer rights than meant would be explained as if they were the role's.
  const unknown = codes.filter((code) => permissions[code] === undefined && code !== administrator)
  if (unknown.length === codes.length)
    refuse(`There is no demo role ${name}. Name one, or permission codes separated by commas.`)
  if (unknown.length > 0) refuse(`There is no permission code ${unknown.join(', ')}.`)
  return {
    codes: new Set(codes),
    administrator: codes.includes(app.access.administratorPermission),
    disabled: new Set(),
  }
}

/** The roles of demo/<entity>.json, named by the keys of their rows. */
export function demoRoles(app: App): DemoRole[] {
  const file = join(schemasFolder, 'demo', `${roleEntityOf(app).name}.json`)
  return existsSync(file)
    ? rolesIn(app, JSON.parse(readFileSync(file, 'utf8')) as Pick<DemoTable, 'columns' | 'rows'>)
    : []
}

/** The roles in a table of them, named by the keys of their rows. */
export function rolesIn(app: App, { columns, rows }: Pick<DemoTable, 'columns' | 'rows'>): DemoRole[] {
  const [lines, code] = app.access.identity.permissionsPath
  const [key, count] = [columns.indexOf('key'), columns.indexOf(lines)]
  return rows.map((row) => ({
    name: String(row[key]),
    codes: ((row[count] as Record<string, string>[] | undefined) ?? []).map((item) => item[code]!),
  }))
}
