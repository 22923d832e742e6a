// One record in a calendar: time and label in the color of its kind. Pressing it opens the record.
import type { Entry } from '../../schedule/entries'
import styles from './calendar.module.css'

export function EntryButton({ entry, onOpen, full }: { entry: Entry; onOpen: (entry: Entry) => void; full?: boolean }) {
  const whole = [entry.when, entry.title, ...entry.details].filter(Boolean).join(' · ')
  return (
    <button
      type="button"
      className={`${styles.entry} value-${entry.color}`}
      title={whole}
      onClick={() => onOpen(entry)}
    >
      {entry.when ? <small>{entry.when}</small> : null}
      <span>{entry.title}</span>
      {full && entry.details.length > 0 ? (
        <em>
          {entry.details.map((detail, index) => (
            <span key={index}>{detail}</span>
          ))}
        </em>
      ) : null}
    </button>
  )
}
