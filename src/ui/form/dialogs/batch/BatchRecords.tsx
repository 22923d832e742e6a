// The records of a batch before it runs, each with its main facts, and their sums.
import type { Column } from '../../../../manifest/model/column'
import type { Entity } from '../../../../manifest/model/entity'
import { Exact, exactOf, plainText } from '../../../../manifest/expression/values/decimal'
import { wideTypes } from '../../../../manifest/fieldTypes/typeSets'
import type { RecordData } from '../../../../protocol/calls'
import type { EntityAnswer } from '../../../../protocol/screenCalls'
import { useTranslator } from '../../../../client/context/clientContext'
import { dialogContext, useRenderContext } from '../../../values/renderContext'
import { alignOf, renderValue } from '../../../values/renderValue'
import styles from '../../view/form.module.css'
import batchStyles from './batch.module.css'

/** Maximum listed records, and columns beside their names. */
const listed = { records: 200, columns: 4 }

/** The sums as decimal text by column, without columns that were not read for every record. */
export function totalsOf(records: readonly Pick<RecordData, 'values'>[], columns: readonly Pick<Column, 'field'>[]) {
  return columns.flatMap(({ field }) => {
    if (records.some(({ values }) => values[field] === undefined)) return []
    const sum = records.reduce((total, { values }) => total.plus(exactOf(values[field]) ?? 0), new Exact(0))
    return [{ field, sum: plainText(sum) }]
  })
}

/**
 * The most informative columns of the list: facts and summed columns first, in list order. Leaves out the name, a
 * common state, and columns that were not read for every record.
 */
function columnsOfBatch(entity: Entity, records: readonly RecordData[], columns: readonly Column[]): Column[] {
  const isShared = records.every(({ state }) => state === records[0]?.state)
  const candidates = columns.filter(
    ({ field, type }) =>
      !wideTypes.has(type) &&
      !(field === 'state' && isShared) &&
      records.every(({ values, label }) => values[field] !== undefined && values[field] !== label),
  )
  const rank = ({ field, sum }: Column) => (entity.facts.includes(field) || sum ? 0 : 1)
  const chosen = new Set([...candidates].sort((a, b) => rank(a) - rank(b)).slice(0, listed.columns))
  return candidates.filter((column) => chosen.has(column))
}

interface BatchRecordsProps {
  readonly entity: Entity
  readonly records: readonly RecordData[]
  readonly columns: readonly Column[] | undefined
  readonly answer: EntityAnswer
}

export function BatchRecords({ entity, records, columns = [], answer }: BatchRecordsProps) {
  const { t, pick } = useTranslator()
  const context = dialogContext(useRenderContext(answer))
  const visible = columnsOfBatch(entity, records, columns)
  const summed = columns.filter(({ sum }) => sum)
  const totals = new Map(totalsOf(records, summed).map(({ field, sum }) => [field, sum]))
  const sides = (column: Column) => (alignOf(column.type) === 'right' ? batchStyles.right : undefined)
  const present = summed.filter(({ field }) => totals.has(field))
  return (
    <>
      {present.length > 0 && (
        <dl className={styles.facts}>
          {present.map((column) => (
            <div key={column.field}>
              <dt>{pick(column.title)}</dt>
              <dd>{renderValue(column, totals.get(column.field), context, { entity: entity.name })}</dd>
            </div>
          ))}
        </dl>
      )}
      <div
        className={batchStyles.chosen}
        tabIndex={0}
        role="region"
        aria-label={t('form.records', { count: records.length })}
      >
        <table>
          <thead>
            <tr>
              <th scope="col">{pick(entity.title)}</th>
              {visible.map((column) => (
                <th key={column.field} scope="col" className={sides(column)}>
                  {pick(column.title)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {records.slice(0, listed.records).map((record) => (
              <tr key={record.id}>
                <th scope="row">{record.label}</th>
                {visible.map((column) => (
                  <td key={column.field} className={sides(column)}>
                    {renderValue(column, record.values[column.field], context, {
                      entity: entity.name,
                      carrier: { entity: entity.name, record: record.id },
                    })}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {records.length > listed.records && <p>{t('run.batchMore', { count: records.length - listed.records })}</p>}
      </div>
    </>
  )
}
