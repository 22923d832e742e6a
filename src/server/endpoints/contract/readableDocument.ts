// Narrows a printed document to what the caller may read, and names the values of it that remain.
import type { DocumentSection, Letterhead, PrintedDocument, RelatedPart } from '../../../manifest/model/document'
import type { Entity } from '../../../manifest/model/entity'
import { canRead } from '../../../manifest/access/permissions'
import { entityOf } from '../../../manifest/model/app'
import { isFor, type Viewer } from '../../context/callerRules'
import { isPermitted } from '../../auth/authorize'
import { readableField } from '../../query/policy/fieldAccess'
import { effectiveRowScope, isScopeNarrowed } from '../../query/policy/rowScope'

/**
 * A copy without what the caller may not read: sections of hidden lines and tables, fields, seal, letterhead and link.
 * A section may end up without fields, never a related table without columns.
 */
export function readableDocument(viewer: Viewer, entity: Entity, document: PrintedDocument): PrintedDocument {
  const { app, caller } = viewer
  const readable = (path: string) => readableField(app, entity, path, caller) !== undefined
  const { letterhead, link, ...rest } = document
  const head = letterhead && readable(letterhead.name.field) ? readableLetterhead(letterhead, readable) : undefined
  return {
    ...rest,
    ...(head && { letterhead: head }),
    ...(link && isPermitted(caller, link.permissions) && { link }),
    sections: document.sections.flatMap((section): DocumentSection[] => {
      if (section.lines !== undefined && !readable(section.lines)) return []
      if (section.related !== undefined) return readableTable(viewer, entity, section, section.related)
      const { seal, ...unsealed } = section
      const narrowed = seal && !readable(seal.path) ? unsealed : section
      return [
        narrowed.fields ? { ...narrowed, fields: narrowed.fields.filter(({ field }) => readable(field)) } : narrowed,
      ]
    }),
  }
}

/** The section of a related list that the detail view shows to the caller, with the readable ones of its columns. */
function readableTable(
  viewer: Viewer,
  { detail }: Entity,
  section: DocumentSection,
  table: RelatedPart,
): DocumentSection[] {
  const { app, caller } = viewer
  const other = entityOf(app, table.entity)
  const isShown = detail.related.some(
    (item) => item.entity === table.entity && item.reference === table.reference && isFor(viewer, item),
  )
  if (!isShown || !canRead(app, caller, other)) return []
  const columns = section.columns?.filter(({ field }) => readableField(app, other, field, caller)) ?? []
  const hidden = table.where?.readPaths.filter((path) => !readableField(app, other, path, caller)) ?? []
  if (columns.length === 0 || hidden.length > 0) return []
  const narrowed = isScopeNarrowed(other, effectiveRowScope(caller))
  return [{ ...section, columns, related: narrowed ? { ...table, narrowed } : table }]
}

/** The values of a document that the caller may read. */
export const readableDocumentPaths = (
  { app, caller }: Viewer,
  entity: Entity,
  { readPaths }: Pick<PrintedDocument, 'readPaths'>,
): readonly string[] => readPaths.filter((path) => readableField(app, entity, path, caller) !== undefined)

/** Whether the caller may not read a value that was printed. One that the manifests no longer have is not withheld. */
export const isPathWithheld = ({ app, caller }: Viewer, entity: Entity, path: string): boolean =>
  readableField(app, entity, path, { ...caller, system: true }) !== undefined &&
  readableField(app, entity, path, caller) === undefined

function readableLetterhead(
  { name, contacts, logo, footer }: Letterhead,
  readable: (path: string) => boolean,
): Letterhead {
  return {
    name,
    contacts: contacts.filter(({ field }) => readable(field)),
    ...(logo !== undefined && readable(logo) && { logo }),
    ...(footer && readable(footer.field) && { footer }),
  }
}
