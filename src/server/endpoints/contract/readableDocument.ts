// Narrows a printed document to what the caller may read.
import type { DocumentSection, PrintedDocument } from '../../../manifest/model/document'
import type { Entity } from '../../../manifest/model/entity'
import type { Viewer } from '../../context/callerRules'
import { readableField } from '../../query/policy/fieldAccess'

export function readableDocument({ app, caller }: Viewer, entity: Entity, document: PrintedDocument): PrintedDocument {
  const readable = (path: string) => readableField(app, entity, path, caller) !== undefined
  return {
    ...document,
    sections: document.sections.flatMap((section): DocumentSection[] => {
      if (section.lines !== undefined && !readable(section.lines)) return []
      return [section.fields ? { ...section, fields: section.fields.filter(({ field }) => readable(field)) } : section]
    }),
  }
}
