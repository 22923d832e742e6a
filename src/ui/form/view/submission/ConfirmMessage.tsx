// The confirmation message of a transition, also above its note.
import { fillText, placeholders } from '../../../../manifest/expression/template'
import type { Transition } from '../../../../manifest/model/transition'
import type { RecordData, Value } from '../../../../protocol/calls'
import { useTranslator } from '../../../../client/context/clientContext'
import styles from '../form.module.css'

type Confirmed = Pick<Transition, 'confirmMessage'>

/** Undefined if there is none, or if several records would need different ones. */
export function confirmSentence(
  { confirmMessage: message }: Confirmed,
  language: string,
  records: readonly RecordData[],
): string | undefined {
  if (!message || (records.length > 1 && placeholders(message).length > 0)) return undefined
  return fillText(message, language, (path) => asText(records[0]?.values[path]))
}

/** Draws the sentence filled with the records; nothing if the transition declares none. */
export function ConfirmMessage({
  transition,
  records,
}: {
  readonly transition: Confirmed
  readonly records: readonly RecordData[]
}) {
  const { language } = useTranslator()
  const sentence = confirmSentence(transition, language, records)
  return sentence === undefined ? null : <p className={styles.sentence}>{sentence}</p>
}

const asText = (value: Value | undefined): string =>
  typeof value === 'object' && value !== null && 'label' in value
    ? String(value.label)
    : value === null || value === undefined
      ? ''
      : String(value)
