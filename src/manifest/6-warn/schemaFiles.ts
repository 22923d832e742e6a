// Warns of a `$schema` of another kind of manifest.
import type { File } from '../1-read/manifestFiles'
import type { Warnings } from './warnings'

export function warnOfSchemas(files: readonly File<unknown>[], warnings: Warnings): void {
  for (const { document, path } of files) {
    const { $schema: written } = Object(document.value) as { readonly $schema?: unknown }
    const named = typeof written === 'string' ? /(\w+)\.schema\.json$/.exec(written)?.[1] : undefined
    const kind = /(\w+)\.json$/.exec(path)![1]!
    if (named !== undefined && named !== kind)
      warnings.inDocument({ document, path: ['$schema'] }, 'other-schema', { found: named, kind })
  }
}
