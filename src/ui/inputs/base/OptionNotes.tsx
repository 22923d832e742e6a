// Notes beside few options of a reference: its conditions, and the records that just fail them.
// Records that fail are folded where others are offered: one rarely looks for them. The focus stays with the search
// words.
import { useTranslator } from '../../../client/context/clientContext'
import type { OptionsAnswer } from '../../../protocol/calls'
import styles from './inputs.module.css'

/** Whether there is anything to draw. Conditions count only if no option is offered. */
export const hasOptionNotes = ({ options, conditions, withheld }: OptionsAnswer): boolean =>
  withheld !== undefined || (options.length === 0 && conditions !== undefined)

interface OptionNotesProps {
  /** For the input that it describes. */
  readonly id?: string
  readonly answer: OptionsAnswer
}

/** Draws the notes below a list of options; an empty box unless `hasOptionNotes` holds. */
export function OptionNotes({ id, answer }: OptionNotesProps) {
  const { t } = useTranslator()
  const { options, conditions, withheld } = answer
  const isEmpty = options.length === 0
  return (
    // A press must neither take the focus from the search words nor close the list.
    <div id={id} role="note" className={styles.optionNotes} onMouseDown={(event) => event.preventDefault()}>
      {isEmpty && conditions ? (
        <>
          <p>{t('form.offeredIf')}</p>
          <ul>
            {conditions.map((condition) => (
              <li key={condition}>{condition}</li>
            ))}
          </ul>
        </>
      ) : null}
      {withheld ? (
        <details open={isEmpty}>
          {/* Leaving the words closes the list, so keys reach what is folded by words that find nothing else. */}
          <summary tabIndex={-1}>
            {t(isEmpty ? 'form.noneOffered' : 'form.notOffered', { count: withheld.length })}
          </summary>
          <ul>
            {withheld.map(({ id, label, hint, reasons }) => (
              <li key={id}>
                <b>{label}</b> {hint ? <small>{hint}</small> : null}
                <span>{reasons.join(' · ')}</span>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  )
}
