// A short list of records: the first column names each and opens it.
// Many columns become a small table with headers.
import type { CSSProperties } from 'react'
import type { Block } from '../../../../manifest/model/block'
import type { RecordData } from '../../../../protocol/calls'
import type { ScreenAnswer } from '../../../../protocol/screenCalls'
import { useOpenRecord } from '../../../../client/navigation/urlState'
import { useTranslator } from '../../../../client/context/clientContext'
import { useRenderContext } from '../../../values/renderContext'
import { RecordTable } from '../../../table/cards/RecordTable'
import { ownColumns } from '../../../table/columnSettings'
import { tableColumns } from '../../../table/tableColumns'
import { MoreRecords, RecordFacts, RecordName } from './RecordName'
import dashboardStyles from '../dashboard.module.css'
import styles from './latest.module.css'

/** Maximum values that are understandable without column headers. */
const maxBeside = 3

/** The records of a block that lists the latest or those that are due. */
export function Latest({ block, rows, screen }: { block: Block; rows: readonly RecordData[]; screen: ScreenAnswer }) {
  const { t, pick } = useTranslator()
  const context = useRenderContext(screen)
  const [, open] = useOpenRecord()
  const [first, ...others] = block.columns ?? []
  const { entity } = block
  if (rows.length === 0) return <p className={dashboardStyles.calm}>{t('form.nothingYet')}</p>
  if (others.length > maxBeside && entity !== undefined) {
    const show = (row: RecordData) => open({ entity, id: row.id })
    const unsortedColumns = ownColumns(block.columns ?? []).map((column) => ({ ...column, sortable: false }))
    const columns = tableColumns(unsortedColumns, { context, entity, opens: first?.field, open: show }).map(
      (column) => ({
        ...column,
        resizable: false,
      }),
    )
    return (
      <RecordTable
        label={block.title ? pick(block.title) : t('form.nothingYet')}
        columns={columns}
        head={first?.field}
        rows={rows}
        {...(context.canOpen(entity) && { onOpen: show })}
      />
    )
  }
  return (
    <>
      <ul className={styles.latest} style={{ '--facts': Math.max(1, others.length) } as CSSProperties}>
        {rows.map((row) => (
          <li key={row.id}>
            <RecordName row={row} entity={entity ?? ''} column={first} context={context} />
            <RecordFacts row={row} entity={entity} columns={others} context={context} />
          </li>
        ))}
      </ul>
      <MoreRecords screen={block.moreScreen} />
    </>
  )
}
