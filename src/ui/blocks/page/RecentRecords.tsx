// The records of a form's screen, newest first: what has just been sent shows up here.
import { useMemo } from 'react'
import type { RecordData, ScreenAnswer } from '../../../protocol/calls'
import { useOpenRecord } from '../../../runtime/location'
import { useList } from '../../../runtime/records'
import { useWords } from '../../../runtime/runtime'
import { DataTable } from '../../table/DataTable'
import { useScene } from '../../values/scene'
import { openingColumn, tableColumns } from '../list/tableColumns'
import { inDisplayOrder, ownColumns } from '../list/listColumns'
import { shownEntities } from '../list/shownEntities'
import { BlockState } from '../parts/BlockState'
import parts from '../parts/parts.module.css'
import styles from './formBlock.module.css'

const shown = 10

export default function RecentRecords({ answer }: { answer: ScreenAnswer }) {
  const { screen, entities } = answer
  const { t } = useWords()
  const [record, open] = useOpenRecord()
  const own = screen.entity ?? ''
  const scene = useScene(answer)
  const columns = useMemo(() => {
    const ordered = inDisplayOrder(ownColumns(screen.columns, undefined))
    return tableColumns(ordered, {
      scene,
      entity: own,
      opens: openingColumn(ordered, entities[own]),
      open: (row: RecordData) => open({ entity: own, id: row.id }),
    })
  }, [screen.columns, scene, own, entities, open])
  const { data, error, refetch, isFetching } = useList(
    { screen: screen.path, size: shown, sort: screen.sort },
    shownEntities(answer),
  )
  return (
    <section className={`${parts.panel} ${styles.recent}`}>
      <h2>{t('form.own')}</h2>
      {error && !data ? (
        <BlockState error={error} retry={() => void refetch()} />
      ) : data?.rows?.length === 0 ? (
        <p className={parts.state}>{t('form.nothingYet')}</p>
      ) : (
        <DataTable
          label={t('form.own')}
          columns={columns}
          rows={data?.rows}
          busy={isFetching}
          open={record?.entity === own ? record.id : undefined}
          onOpen={(row) => open({ entity: own, id: row.id })}
        />
      )}
    </section>
  )
}
