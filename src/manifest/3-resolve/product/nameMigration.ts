// Resolves the instructions for removed names that records hold:
// entities, codes of dictionaries and permission codes.
import type { NameMigration } from '../../model/app'
import type { File } from '../../1-read/manifestFiles'
import {
  childLocation,
  createTable,
  hintFor,
  indexed,
  locationOf,
  reportProblem,
  type CompileContext,
} from '../../context/compileContext'

interface WrittenMigration {
  readonly migration?: { readonly rename?: Readonly<Record<string, string>>; readonly drop?: readonly string[] }
}

/**
 * Lists the entities whose tables may go, and by dictionary, or `permissions`, what becomes of removed codes. Reports
 * an entity that is dropped and still declared.
 */
export function resolveNameMigration(context: CompileContext): NameMigration {
  const { app, access, dictionaries } = context.manifests
  const codes = createTable<NameMigration['codes'][string]>()
  for (const [name, file] of dictionaries)
    codes[name] = codeMigration(context, file, Object.keys(file.manifest.items), `the dictionary \`${name}\``)
  if (access !== undefined)
    codes.permissions = codeMigration(context, access, Object.keys(context.permissions), 'access.json')
  const droppedEntities = app?.manifest.migration?.drop ?? []
  if (app !== undefined)
    for (const [index, name] of indexed(droppedEntities))
      if (name in context.entities)
        reportProblem(locationOf(context, app, 'migration', 'drop', index), 'conflicting-keys', {
          what: `\`${name}\` is still an entity`,
        })
  return { droppedEntities, codes }
}

function codeMigration(
  context: CompileContext,
  file: File<WrittenMigration>,
  present: readonly string[],
  of: string,
): NameMigration['codes'][string] {
  const { rename = {}, drop = [] } = file.manifest.migration ?? {}
  const location = locationOf(context, file, 'migration')
  const stillThere = (code: string) => ({ what: `\`${code}\` is still a code of ${of}` })
  for (const [old, code] of Object.entries(rename)) {
    const entry = childLocation(location, 'rename', old)
    if (present.includes(old)) reportProblem(entry, 'conflicting-keys', stillThere(old), { key: true })
    if (!present.includes(code)) reportProblem(entry, 'unknown-code', { name: code, of }, hintFor(code, present))
  }
  for (const [index, code] of indexed(drop))
    if (present.includes(code))
      reportProblem(childLocation(location, 'drop', index), 'conflicting-keys', stillThere(code))
  return { source: file.path, rename, drop }
}
