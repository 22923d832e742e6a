// A screen of kind detail: the record that ?id= names, as a page of its own. An address that names none says so.
import { Empty } from 'antd'
import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ScreenAnswer } from '../../protocol/calls'
import { useOpenRecord, useViewQuery, type OpenRecord } from '../../runtime/location'
import { useWords } from '../../runtime/runtime'
import { useNarrow } from '../useNarrow'
import { OpenedRecord } from './parts/OpenedRecord'
import parts from './parts/parts.module.css'
import { RecordView } from './record/RecordView'

export default function DetailBlock({ screen: answer }: { screen: ScreenAnswer }) {
  const { entity } = answer.screen
  const { t } = useWords()
  const navigate = useNavigate()
  const narrow = useNarrow(1024)
  const [query, change] = useViewQuery()
  const [, openBeside] = useOpenRecord()
  const text = query.get('id') ?? ''
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined
  // A record of the same kind takes the page; any other stands beside it.
  const open = useCallback(
    (record: OpenRecord) => {
      if (record.entity === entity) change((next) => next.set('id', String(record.id)))
      else openBeside(record)
    },
    [change, openBeside, entity],
  )
  return (
    <div className={`${parts.panel} record-screen`}>
      {entity === undefined || id === undefined ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('record.notNamed')} />
      ) : (
        <RecordView record={{ entity, id }} open={open} close={() => void navigate(-1)} wide={!narrow} />
      )}
      <OpenedRecord />
    </div>
  )
}
