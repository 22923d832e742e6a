// The confirmation message of a transition, also above its note.
import { fillText, placeholders } from '../../../../manifest/expression/template'
import type { Transition } from '../../../../manifest/model/transition'
import type { RecordData, Value } from '../../../../protocol/calls'
import { useTranslator } from '../../../../client/context/clientContext'
import styles from '../form.module.css'

type Confirmed = Pick<Transition, 'confirmMessage'>

/** Undefined if there is none, or if its values are not those of one record, read by this caller. */
export function confirmSentence(
  { confirmMessage: message }: Confirmed,
  language: string,
  records: readonly RecordData[],
): string | undefined {
  if (!message) return undefined
  const values: RecordData['values'] = records[0]?.values ?? {}
  const paths = placeholders(message)
  if (paths.length > 0 && (records.length > 1 || !paths.every((path) => Object.hasOwn(values, path)))) return undefined
  return fillText(message, language, (path) => asText(values[path]))
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
