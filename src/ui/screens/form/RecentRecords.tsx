// The records of a form's screen, newest first, with those just sent.
import { useMemo } from 'react'
import type { RecordData } from '../../../protocol/calls'
import type { ScreenAnswer } from '../../../protocol/screenCalls'
import { useOpenRecord } from '../../../client/navigation/urlState'
import { useList } from '../../../client/data/queries'
import { useTranslator } from '../../../client/context/clientContext'
import { RecordTable } from '../../table/cards/RecordTable'
import { useRenderContext } from '../../values/renderContext'
import { openingColumn, tableColumns } from '../../table/tableColumns'
import { inDisplayOrder, ownColumns } from '../../table/columnSettings'
import { shownEntities } from '../../rules/entitiesShown'
import { BlockState } from '../common/BlockState'
import parts from '../common/block.module.css'
import styles from './formBlock.module.css'

const maxRecords = 10

export default function RecentRecords({ answer }: { answer: ScreenAnswer }) {
  const { screen, entities } = answer
  const { t } = useTranslator()
  const [record, open] = useOpenRecord()
  const entity = screen.entity ?? ''
  const context = useRenderContext(answer)
  const { columns, head } = useMemo(() => {
    const ordered = inDisplayOrder(ownColumns(screen.columns, undefined))
    const opens = openingColumn(ordered, entities[entity])
    const show = (row: RecordData) => open({ entity: entity, id: row.id })
    return { columns: tableColumns(ordered, { context, entity, opens, open: show }), head: opens }
  }, [screen.columns, context, entity, entities, open])
  const { data, error, refetch, isFetching } = useList(
    { screen: screen.path, size: maxRecords, sort: screen.sort },
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
        <RecordTable
          label={t('form.own')}
          columns={columns}
          head={head}
          rows={data?.rows}
          busy={isFetching}
          open={record?.entity === entity ? record.id : undefined}
          {...(context.canOpen(entity) && { onOpen: (row: RecordData) => open({ entity, id: row.id }) })}
        />
      )}
    </section>
  )
}
