// A screen of kind detail: the record of ?id= as a page. Shows a message if there is none.
import { Empty } from 'antd'
import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ScreenAnswer } from '../../../protocol/screenCalls'
import { useOpenRecord, useViewQuery, type OpenRecord } from '../../../client/navigation/urlState'
import { useTranslator } from '../../../client/context/clientContext'
import { useNarrow } from '../../controls/hooks/useMedia'
import { OpenedRecord } from './OpenedRecord'
import parts from '../common/block.module.css'
import { RecordView } from './RecordView'

/** Draws the record as a page of its own; a record of another entity opens in the drawer. */
export default function DetailBlock({ screen: answer }: { screen: ScreenAnswer }) {
  const { entity } = answer.screen
  const { t } = useTranslator()
  const navigate = useNavigate()
  const narrow = useNarrow(1024)
  const [query, change] = useViewQuery()
  const [, openBeside] = useOpenRecord()
  const text = query.get('id') ?? ''
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined
  // A record of the same kind replaces the page; any other opens in the drawer.
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
        <RecordView record={{ entity, id }} open={open} close={() => void navigate(-1)} wide={!narrow} heading="h1" />
      )}
      <OpenedRecord />
    </div>
  )
}
