// The columns of a list that fit in a card without headers.
import { typesWith } from '../../../../manifest/model/field'
import type { Column } from '../../../../manifest/model/column'

/** Facts beside the name of a record. */
const maxFactsBeside = 3
/** Types that are unclear without a column header. */
const unclear = typesWith(['int', 'decimal', 'boolean', 'files', 'lines'], {
  without: ['string', 'text', 'money', 'date', 'datetime', 'mobile', 'choice', 'ref', 'address'],
})

/** The first column, which names the record, and the next ones that are clear without a header. */
export const previewColumns = (columns: readonly Column[]): readonly Column[] =>
  columns.filter(({ type }, index) => index === 0 || !unclear.has(type)).slice(0, 1 + maxFactsBeside)
