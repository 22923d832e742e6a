// Takes the file of an import: chosen, dropped, or as rows pasted from a spreadsheet.
import { Button, Input } from 'antd'
import { useRef } from 'react'
import { useTranslator } from '../../../../client/context/clientContext'
import { DropTarget } from '../../../inputs/base/DropTarget'
import type { ImportProgress } from './useImport'
import styles from './exchange.module.css'

export function FileChoice({ progress: { busy, begin } }: { progress: ImportProgress }) {
  const { t } = useTranslator()
  const chosen = useRef<HTMLInputElement>(null)
  const take = ([file]: readonly File[]) => {
    if (file && !busy) void begin(file)
  }
  return (
    <DropTarget className={styles.choose} onFiles={take}>
      <input
        ref={chosen}
        type="file"
        hidden
        accept=".xlsx,.csv"
        aria-label={t('exchange.drop')}
        onChange={({ target }) => {
          take([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <p className={styles.dropHere}>{t('exchange.dropHere')}</p>
      <Button type="primary" loading={busy} onClick={() => chosen.current?.click()}>
        {t('exchange.drop')}
      </Button>
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
