// The preview or result of a batch: the number, and each refused record with its reason.
import { Alert, Button } from 'antd'
import type { BatchAnswer, RecordData } from '../../../../protocol/calls'
import { saveTable } from '../../../../client/data/fileTransfer'
import { useTranslator } from '../../../../client/context/clientContext'
import type { Translator } from '../../../../client/text/translate'
import styles from './batch.module.css'

interface BatchOutcomeProps {
  readonly preview: BatchAnswer | null
  readonly result: BatchAnswer | null
}

/** Draws nothing until there is a preview or a result. */
export function BatchOutcome({ preview, result }: BatchOutcomeProps) {
  const { t } = useTranslator()
  const answer = result ?? preview
  if (!answer) return null
  const { done, refused } = answer
  const sentence = result ? 'run.batchSome' : done > 0 ? 'run.batchPreview' : 'run.batchPreviewNone'
  return (
    <>
      <Alert type="warning" showIcon message={t(sentence, { done, refused: refused.length })} />
      <ul className={styles.refused} aria-label={t('run.batchRefused')}>
        {refused.map((item) => (
          <li key={item.id}>
            <span>{item.label}</span>
            <span>{item.message}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

interface Outcome {
  readonly title: string
  readonly records: readonly RecordData[]
  readonly result: BatchAnswer
}

/** Saves a line for each record, done or refused. */
export function saveOutcome({ title, records, result }: Outcome, { t }: Pick<Translator, 't'>): Promise<void> {
  const refused = new Map(result.refused.map((item) => [item.id, item]))
  const lines = records.map(({ id, label }) => {
    const item = refused.get(id)
    return item ? [item.label, t('run.batchOutcomeRefused'), item.message] : [label, t('run.batchOutcomeDone'), '']
  })
  const head = [t('run.batchRecord'), t('run.batchOutcome'), t('run.batchReason')]
  return saveTable([head, ...lines], `${title} ${t('run.batchOutcome')}`)
}

export function ExportOutcome(outcome: Outcome) {
  const translator = useTranslator()
  return <Button onClick={() => void saveOutcome(outcome, translator)}>{translator.t('run.batchExport')}</Button>
}
