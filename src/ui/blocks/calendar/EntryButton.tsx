// One record in a calendar: when, who or what, in the colour of its kind. Pressing it opens the record.
import type { Entry } from './entries'
import styles from './calendar.module.css'

export function EntryButton({ entry, onOpen, full }: { entry: Entry; onOpen: (entry: Entry) => void; full?: boolean }) {
  const whole = [entry.when, entry.title, ...entry.details].filter(Boolean).join(' · ')
  return (
    <button
      type="button"
      className={`${styles.entry} value-${entry.colour}`}
      title={whole}
      onClick={() => onOpen(entry)}
    >
      {entry.when ? <small>{entry.when}</small> : null}
      <span>{entry.title}</span>
      {full && entry.details.length > 0 ? (
        <em>
          {entry.details.map((detail, at) => (
            <span key={at}>{detail}</span>
          ))}
        </em>
      ) : null}
    </button>
  )
}
