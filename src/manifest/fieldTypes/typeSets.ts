// Sets of field types that several rooms read; a set that one file reads is declared there.
import { typesWith, type Field } from '../model/field'

/** Values that take a whole row of a form or a page, and are too large for a summary or a column. */
export const wideTypes = typesWith(['text', 'files', 'lines', 'address'], {
  without: ['string', 'int', 'money', 'decimal', 'date', 'datetime', 'boolean', 'mobile', 'choice', 'ref'],
})

/** Values that one step of a workflow reports to the next: the voucher to approve, the parts to price. */
export const reportedTypes = typesWith(['text', 'files', 'lines'], {
  without: ['string', 'int', 'money', 'decimal', 'date', 'datetime', 'boolean', 'mobile', 'choice', 'ref', 'address'],
})

/** Values composed of others. */
export const compositeTypes = typesWith(['files', 'lines', 'address'], {
  without: ['string', 'text', 'int', 'money', 'decimal', 'date', 'datetime', 'boolean', 'mobile', 'choice', 'ref'],
})

/** A text of several lines: a reason, a description. */
export const isLongText = ({ type }: Pick<Field, 'type'>): boolean =>
  reportedTypes.has(type) && !compositeTypes.has(type)
