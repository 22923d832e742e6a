// A short list of records: the first column names each and opens it, the others stand beside it.
import { Link } from 'react-router-dom'
import type { Block } from '../../../manifest/app'
import type { RecordData, ScreenAnswer } from '../../../protocol/calls'
import { useOpenRecord } from '../../../runtime/location'
import { useSession, useWords } from '../../../runtime/runtime'
import { useScene } from '../../values/scene'
import { shownValue, textOfValue } from '../../values/value'
import styles from './dashboard.module.css'

export function Latest({ block, rows, screen }: { block: Block; rows: readonly RecordData[]; screen: ScreenAnswer }) {
  const { t } = useWords()
  const scene = useScene(screen)
  const routes = useSession((state) => state.boot?.routes)
  const [, open] = useOpenRecord()
  const [first, ...others] = block.columns ?? []
  const { entity } = block
  if (rows.length === 0) return <p className={styles.calm}>{t('form.nothingYet')}</p>
  return (
    <>
      <ul className={styles.latest}>
        {rows.map((row) => (
          <li key={row.id}>
            <button type="button" className={styles.latestName} onClick={() => { if (entity) open({ entity, id: row.id }) }}>{first ? textOfValue(first, row.values[first.field], scene, entity) || row.label : row.label}</button>
            {others.map((column) => <span key={column.field}>{shownValue(column, row.values[column.field], scene, entity)}</span>)}
          </li>
        ))}
      </ul>
      {block.open !== undefined && routes?.[block.open] ? <Link to={block.open} className={styles.moreLink}>{t('form.more')}</Link> : null}
    </>
  )
}
