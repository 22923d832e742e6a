// A compiled printable document of a record, section by section.
import type { Rule } from './rule'
import type { Column } from './column'
import type { Related } from './detail'
import type { Text } from './text'

/** A related list of the detail view. */
export interface RelatedPart extends Pick<Related, 'entity' | 'reference'> {
  /** Which of its records are printed. Reads columns of the list and the state. */
  readonly where?: Rule
  /** Its reader reaches only a part of the tenant's records. */
  readonly narrowed?: true
}

/** One section of a printed document: exactly one of fields, lines, related, text and signatures. */
export interface DocumentSection {
  readonly title?: Text
  readonly fields?: readonly Column[]
  /** The path of a field of lines. */
  readonly lines?: string
  readonly related?: RelatedPart
  /** Columns of these lines, or of the related list. */
  readonly columns?: readonly Column[]
  readonly text?: Text
  readonly signatures?: readonly Text[]
  /** The number of the place to sign that gets the picture at this path, a field of files. */
  readonly seal?: { readonly place: number; readonly path: string; readonly when?: Rule }
}

/** Header and footer from the tenant of the record; paths from the record. */
export interface Letterhead {
  readonly name: Column
  readonly contacts: readonly Column[]
  /** The path of a field of files. */
  readonly logo?: string
  readonly footer?: Column
}
/** `seal`: the path of a field of files. */
export type TenantLetterhead = Letterhead & { readonly seal?: string }

export interface PrintedDocument {
  readonly name: string
  readonly title: Text
  /** Offered in these states only. */
  readonly states?: readonly string[]
  readonly when?: Rule
  readonly letterhead?: Letterhead
  /** A code of product.languages; absent: the language of its reader. */
  readonly language?: string
  /** Can be sent as an expiring link by holders of any one code, for a maximum number of days. */
  readonly link?: { readonly permissions: readonly string[]; readonly maxDays: number }
  readonly sections: readonly DocumentSection[]
  /** Paths of all values in it. */
  readonly readPaths: readonly string[]
}
