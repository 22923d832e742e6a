// What the list sums up, over the records of a batch.
import type { Column } from '../../../manifest/model/column'
import { Exact, exactOf, plainText } from '../../../manifest/expression/values/decimal'
import type { RecordData } from '../../../protocol/calls'
import type { EntityAnswer } from '../../../protocol/screenCalls'
import { useTranslator } from '../../../client/context/clientContext'
import { useRenderContext } from '../../values/renderContext'
import { renderValue } from '../../values/renderValue'
import styles from '../view/form.module.css'

/** The sums in decimal text, by column; those whose values were not read with every record are left out. */
export function totalsOf(records: readonly Pick<RecordData, 'values'>[], columns: readonly Pick<Column, 'field'>[]) {
  return columns.flatMap(({ field }) => {
    if (records.some(({ values }) => values[field] === undefined)) return []
    const sum = records.reduce((total, { values }) => total.plus(exactOf(values[field]) ?? 0), new Exact(0))
    return [{ field, sum: plainText(sum) }]
  })
}

interface BatchTotalsProps {
  readonly entity: string
  readonly records: readonly RecordData[]
  readonly summed: readonly Column[] | undefined
  readonly answer: EntityAnswer
}

export function BatchTotals({ entity, records, summed = [], answer }: BatchTotalsProps) {
  const { pick } = useTranslator()
  const context = useRenderContext(answer)
  const totals = new Map(totalsOf(records, summed).map(({ field, sum }) => [field, sum]))
  const present = summed.filter(({ field }) => totals.has(field))
  if (present.length === 0) return null
  return (
    <dl className={styles.facts}>
      {present.map((column) => (
        <div key={column.field}>
          <dt>{pick(column.title)}</dt>
          <dd>{renderValue(column, totals.get(column.field), context, { entity })}</dd>
        </div>
      ))}
    </dl>
  )
}
