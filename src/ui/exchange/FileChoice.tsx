// Accepts the file of an import: chosen, dropped, or as rows pasted from a spreadsheet.
import { Alert, Input } from 'antd'
import { useState } from 'react'
import { useFormat, useTranslator } from '../../client/context/clientContext'
import { DropTarget } from '../inputs/base/DropTarget'
import { FileButton } from '../inputs/base/FileButton'
import { maxBytes, maxRecords } from '../../protocol/exchange/tableFile'
import { sizeText } from '../../client/text/format'
import { fileRejection } from '../inputs/base/fileLimits'
import type { ImportProgress } from './useImport'
import styles from './exchange.module.css'

export function FileChoice({ progress: { busy, begin } }: { progress: ImportProgress }) {
  const { t } = useTranslator()
  const { number } = useFormat()
  const [rejection, setRejection] = useState('')
  const take = ([file]: readonly File[]) => {
    if (!file || busy) return
    const reason = fileRejection(file, undefined, maxBytes, t)
    setRejection(reason ?? '')
    if (reason === undefined) void begin(file)
  }
  return (
    <DropTarget className={styles.choose} onFiles={take}>
      {rejection && <Alert className={styles.error} type="error" showIcon message={rejection} role="alert" />}
      <p className={styles.dropHere}>{t('exchange.dropHere')}</p>
      <FileButton
        type="primary"
        accept=".xlsx,.csv"
        label={t('exchange.drop')}
        busy={busy}
        onFile={(file) => take([file])}
      />
      <p>{t('exchange.dropHint', { rows: number(maxRecords), size: sizeText(maxBytes) })}</p>
      <Input.TextArea
        className={styles.paste}
        rows={3}
        disabled={busy}
        aria-label={t('exchange.paste')}
        placeholder={t('exchange.paste')}
        value=""
        onPaste={({ clipboardData }) => {
          const text = clipboardData.getData('text/plain')
          if (text.trim() !== '') take([new File([text], `${t('exchange.pasted')}.csv`, { type: 'text/csv' })])
        }}
      />
    </DropTarget>
  )
}
