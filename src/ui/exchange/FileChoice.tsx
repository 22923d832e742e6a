// Takes the file of an import: chosen, dropped, or as rows pasted from a spreadsheet.
import { Input } from 'antd'
import { useTranslator } from '../../client/context/clientContext'
import { DropTarget } from '../inputs/base/DropTarget'
import { FileButton } from '../inputs/base/FileButton'
import type { ImportProgress } from './useImport'
import styles from './exchange.module.css'

export function FileChoice({ progress: { busy, begin } }: { progress: ImportProgress }) {
  const { t } = useTranslator()
  const take = ([file]: readonly File[]) => {
    if (file && !busy) void begin(file)
  }
  return (
    <DropTarget className={styles.choose} onFiles={take}>
      <p className={styles.dropHere}>{t('exchange.dropHere')}</p>
      <FileButton
        type="primary"
        accept=".xlsx,.csv"
        label={t('exchange.drop')}
        busy={busy}
        onFile={(file) => take([file])}
      />
      <p>{t('exchange.dropHint')}</p>
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
