// Narrows a printed document to what the caller may read.
import type { DocumentSection, Letterhead, PrintedDocument } from '../../../manifest/model/document'
import type { Entity } from '../../../manifest/model/entity'
import type { Viewer } from '../../context/callerRules'
import { isPermitted } from '../../auth/authorize'
import { readableField } from '../../query/policy/fieldAccess'

export function readableDocument({ app, caller }: Viewer, entity: Entity, document: PrintedDocument): PrintedDocument {
  const readable = (path: string) => readableField(app, entity, path, caller) !== undefined
  const { letterhead, link, ...rest } = document
  const head = letterhead && readable(letterhead.name.field) ? readableLetterhead(letterhead, readable) : undefined
  return {
    ...rest,
    ...(head && { letterhead: head }),
    ...(link && isPermitted(caller, link.permissions) && { link }),
    sections: document.sections.flatMap((section): DocumentSection[] => {
      if (section.lines !== undefined && !readable(section.lines)) return []
      const { seal, ...unsealed } = section
      const narrowed = seal && !readable(seal.path) ? unsealed : section
      return [
        narrowed.fields ? { ...narrowed, fields: narrowed.fields.filter(({ field }) => readable(field)) } : narrowed,
      ]
    }),
  }
}

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
