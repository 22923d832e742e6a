// Gives scripts the rights of a role: a demo role, or permission codes separated by commas.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallerRights } from '../src/manifest/access/permissions'
import type { App } from '../src/manifest/model/app'
import { refuse, schemasFolder } from './compiled'

/** What a role may do, by its name among the demo roles or by permission codes separated by commas. */
export function rightsOfRole(app: App, name: string): CallerRights {
  const codes =
    demoCodes(app, name) ??
    name
      .split(',')
      .filter((code) => app.access.permissions[code] !== undefined || code === app.access.administratorPermission)
  if (codes.length === 0) refuse(`There is no demo role ${name}. Name one, or permission codes separated by commas.`)
  return {
    codes: new Set(codes),
    administrator: codes.includes(app.access.administratorPermission),
    disabled: new Set(),
  }
}

/** Reads demo/<entity>.json (columns and rows); the key of a role ends in its name. */
function demoCodes(app: App, name: string): string[] | undefined {
  const {
    accountEntity: account,
    roleField: field,
    permissionsPath: [lines, code],
  } = app.access.identity
  const file = join(schemasFolder, 'demo', `${app.entities[account]!.fields[field]!.entity}.json`)
  if (!existsSync(file)) return undefined
  const { columns, rows } = JSON.parse(readFileSync(file, 'utf8')) as { columns: string[]; rows: unknown[][] }
  const [key, count] = [columns.indexOf('key'), columns.indexOf(lines)]
  const match = rows.find((row) => row[key] === name || String(row[key]).endsWith(`-${name}`))
  return (match?.[count] as Record<string, string>[] | undefined)?.map((item) => item[code]!)
}
