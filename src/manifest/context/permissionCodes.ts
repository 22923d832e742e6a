// Collects the permission codes of the product: those of access.json, then those of modules.
import type { File, ManifestFiles } from '../1-read/manifestFiles'
import type { Text } from '../model/text'
import { createTable } from './compileContext'

interface DeclaredCode {
  readonly code: string
  readonly title: Text
  readonly file: File<unknown>
  /** The key that holds it. */
  readonly key: 'permissions' | 'codes'
}

/** In the order of declaration, including duplicates. */
export function declaredCodes({ access, modules }: ManifestFiles): DeclaredCode[] {
  const codesOf = (file: File<unknown>, key: DeclaredCode['key'], codes: Readonly<Record<string, Text>> = {}) =>
    Object.entries(codes).map(([code, title]): DeclaredCode => ({ code, title, file, key }))
  return [
    ...(access === undefined ? [] : codesOf(access, 'permissions', access.manifest.permissions)),
    ...[...modules.values()].flatMap((file) => codesOf(file, 'codes', file.manifest.codes)),
  ]
}

/** The title of each code; the first declaration counts. */
export function permissionTitles(manifests: ManifestFiles): Record<string, Text> {
  const titles = createTable<Text>()
  for (const { code, title } of declaredCodes(manifests)) titles[code] ??= title
  return titles
}
