// A short list of records: the first column names each and opens it, the others stand beside it. Many columns need their titles: a small table.
import { Link } from 'react-router-dom'
import type { Block } from '../../../manifest/app'
import type { RecordData, ScreenAnswer } from '../../../protocol/calls'
import { useOpenRecord } from '../../../runtime/location'
import { useSession, useWords } from '../../../runtime/runtime'
import { useScene } from '../../values/scene'
import { shownValue, textOfValue } from '../../values/value'
import { DataTable } from '../../table/DataTable'
import { ownColumns } from '../list/listColumns'
import { tableColumns } from '../list/tableColumns'
import styles from './dashboard.module.css'

/** More values than this are not understood without a head. */
const mostBeside = 3

export function Latest({ block, rows, screen }: { block: Block; rows: readonly RecordData[]; screen: ScreenAnswer }) {
  const { t, pick } = useWords()
  const scene = useScene(screen)
  const routes = useSession((state) => state.boot?.routes)
  const [, open] = useOpenRecord()
  const [first, ...others] = block.columns ?? []
  const { entity } = block
  if (rows.length === 0) return <p className={styles.calm}>{t('form.nothingYet')}</p>
  if (others.length > mostBeside && entity !== undefined) {
    const show = (row: RecordData) => open({ entity, id: row.id })
    const own = ownColumns(block.columns ?? []).map((column) => ({ ...column, sortable: false }))
    const columns = tableColumns(own, { scene, entity, opens: first?.field, open: show }).map((column) => ({
      ...column,
      resizable: false,
    }))
    return (
      <DataTable<RecordData>
        label={block.title ? pick(block.title) : t('form.nothingYet')}
        columns={columns}
        rows={rows}
        onOpen={show}
      />
    )
  }
  return (
    <>
      <ul className={styles.latest}>
        {rows.map((row) => (
          <li key={row.id}>
            <button
              type="button"
              className={styles.latestName}
              onClick={() => {
                if (entity) open({ entity, id: row.id })
              }}
            >
              {first ? textOfValue(first, row.values[first.field], scene, entity) || row.label : row.label}
            </button>
            {others.map((column) => (
              <span key={column.field}>{shownValue(column, row.values[column.field], scene, entity)}</span>
            ))}
          </li>
        ))}
      </ul>
      {block.open !== undefined && routes?.[block.open] ? (
        <Link to={block.open} className={styles.moreLink}>
          {t('form.more')}
        </Link>
      ) : null}
    </>
  )
}
