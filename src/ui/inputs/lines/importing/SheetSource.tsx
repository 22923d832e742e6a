// Exports a sheet of a form's lines, and imports it: chosen or dropped.
import { Button } from 'antd'
import { CallError } from '../../../../client/feedback/callError'
import { useRuntime, useTranslator } from '../../../../client/context/clientContext'
import { Icon } from '../../../controls/icons'
import { DropTarget } from '../../base/DropTarget'
import { FileButton } from '../../base/FileButton'
import type { LinesExchange } from '../../base/inputContext'
import type { Line } from '../../lineModel/editLines'
import styles from './importDialog.module.css'

interface SheetSourceProps {
  readonly exchange: LinesExchange
  readonly present: readonly Line[]
  /** The lines stay, so there is no use for an empty sheet. */
  readonly fills: boolean
  readonly table: { readonly name: string; readonly busy: boolean; readonly open: (file: File) => Promise<void> }
}

export function SheetSource({ exchange, present, fills, table: { name, busy, open } }: SheetSourceProps) {
  const { t } = useTranslator()
  const { notifications } = useRuntime()
  const give = async (lines: readonly Line[]): Promise<void> => {
    try {
      await exchange.take(lines)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      notifications.say('warning', error.message)
    }
  }
  const take = ([file]: readonly File[]) => {
    if (file && !busy) void open(file)
  }
  return (
    <>
      <div className={styles.sheets}>
        {fills ? null : (
          <Button size="small" icon={<Icon name="file" size={14} />} onClick={() => void give([])}>
            {t('form.linesTemplate')}
          </Button>
        )}
        {present.length > 0 ? (
          <Button size="small" icon={<Icon name="file" size={14} />} onClick={() => void give(present)}>
            {t('form.linesExport', { count: present.length })}
          </Button>
        ) : null}
      </div>
      <DropTarget className={styles.sheetDrop} onFiles={take}>
        <span>{t('form.linesDrop')}</span>
        <FileButton
          type="primary"
          accept=".csv,.xlsx"
          label={t('form.importChoose')}
          busy={busy}
          onFile={(file) => take([file])}
        />
        <span className={styles.sheetName}>{name || t('form.linesHint')}</span>
      </DropTarget>
    </>
  )
}
