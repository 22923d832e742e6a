// The user's last imports of a list, with their counts and taking back while it is possible.
import { Button } from 'antd'
import { importRowStates, type ImportState } from '../../protocol/exchange/exchangeCalls'
import { useFormat, useRuntime, useTranslator } from '../../client/context/clientContext'
import type { ImportProgress } from './useImport'
import styles from './exchange.module.css'

export function ImportReceipts({ progress: { receipts, show } }: { progress: ImportProgress }) {
  const { t } = useTranslator()
  const format = useFormat()
  if (receipts.length === 0) return null
  return (
    <section className={styles.receipts}>
      <h2>{t('exchange.receipts')}</h2>
      <ul>
        {receipts.map((ended) => (
          <li key={ended.id}>
            <b>{ended.file}</b>
            <time dateTime={ended.at}>{format.datetime(ended.at)}</time>
            <ImportCounts state={ended} />
            <Button type="link" size="small" onClick={() => show(ended)}>
              {t('exchange.show')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function ImportCounts({ state: { counts } }: { state: ImportState }) {
  const { t } = useTranslator()
  return (
    <ul className={styles.counts}>
      {importRowStates
        .filter((name) => counts[name])
        .map((name) => (
          <li key={name}>{t(`exchange.${name}`, { count: counts[name]! })}</li>
        ))}
    </ul>
  )
}

/** The time limit for taking an import back, or why it is impossible. */
export function TakeBackNote({ state: { takeBackUntil, takeBackRefusal } }: { state: ImportState }) {
  const { t } = useTranslator()
  const format = useFormat()
  if (takeBackRefusal !== undefined) return <p className={styles.takeBackStatus}>{takeBackRefusal}</p>
  if (takeBackUntil === undefined) return null
  return (
    <p className={styles.takeBackStatus}>{t('exchange.takeBackUntil', { until: format.datetime(takeBackUntil) })}</p>
  )
}

export function TakeBackButton({ state, progress }: { state: ImportState; progress: ImportProgress }) {
  const { t } = useTranslator()
  const { notifications } = useRuntime()
  const { file, counts, takeBackUntil } = state
  if (takeBackUntil === undefined) return null
  const confirm = async () => {
    const isMeant = await notifications.confirm({
      title: t('exchange.takeBackAsk', { file }),
      text: t('exchange.takeBackText', { created: counts.created ?? 0, updated: counts.updated ?? 0 }),
      ok: t('exchange.takeBack'),
      cancel: t('form.cancel'),
    })
    if (isMeant) await progress.takeBack(state)
  }
  return (
    <Button danger disabled={progress.busy} onClick={() => void confirm()}>
      {t('exchange.takeBack')}
    </Button>
  )
}
