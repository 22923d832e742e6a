// Notes beside few options of a reference: its conditions, and the records that just fail them.
// The link that creates a record opens a window of its own, since the form stays open.
import { Link } from 'react-router-dom'
import { actionAddress } from '../../../client/navigation/actionAddress'
import { useTranslator } from '../../../client/context/clientContext'
import type { OptionsAnswer } from '../../../protocol/calls'
import styles from './inputs.module.css'

/** Whether there is anything to draw. Conditions and creation count only if no option is offered. */
export const hasOptionNotes = ({ options, conditions, withheld, creation }: OptionsAnswer): boolean =>
  withheld !== undefined || (options.length === 0 && (conditions !== undefined || creation !== undefined))

const addressOf = ({ screen, action }: NonNullable<OptionsAnswer['creation']>) =>
  action === undefined ? screen : actionAddress({ screen, action })

/** Draws the notes below a list of options; an empty box unless `hasOptionNotes` holds. */
export function OptionNotes({ answer }: { readonly answer: OptionsAnswer }) {
  const { t } = useTranslator()
  const { options, conditions, withheld, creation } = answer
  const isEmpty = options.length === 0
  return (
    // A press must neither take the focus from the search words nor close the list.
    <div className={styles.optionNotes} onMouseDown={(event) => event.preventDefault()}>
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
        <>
          <p>{t('form.notOffered')}</p>
          <ul>
            {withheld.map(({ id, label, hint, reasons }) => (
              <li key={id}>
                <b>{label}</b> {hint ? <small>{hint}</small> : null}
                <span>{reasons.join(' · ')}</span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {isEmpty && creation ? (
        <Link to={addressOf(creation)} target="_blank" rel="noopener">
          {t('form.createInWindow', { action: creation.title })}
        </Link>
      ) : null}
    </div>
  )
}
