// One record in a calendar: time and label in the color of its kind. A click opens the record.
import type { CSSProperties } from 'react'
import type { Entry } from '../../schedule/entries'
import type { PlacedEntry } from '../../schedule/lanes'
import styles from './calendar.module.css'
import bars from './span.module.css'

interface EntryButtonProps {
  readonly entry: Entry
  /** Absent: the user may not open the records. */
  readonly onOpen: ((entry: Entry) => void) | undefined
  /** Also shows its details. */
  readonly full?: boolean
  /** The days that it covers, and whether it begins and ends there. */
  readonly span?: Pick<PlacedEntry, 'days' | 'begins' | 'ends'>
}

export function EntryButton({ entry, onOpen, full, span }: EntryButtonProps) {
  const title = [entry.when, entry.title, ...entry.details].filter(Boolean).join(' · ')
  // A bar in a month shows its days by its position, and has room for more of the record.
  const beside = span && !full ? entry.details.join(' · ') : entry.when
  const names = [
    styles.entry,
    `value-${entry.color}`,
    span && !full ? bars.bar : '',
    span && !span.begins ? bars.cutStart : '',
    span && !span.ends ? bars.cutEnd : '',
  ]
  const look = {
    className: names.filter(Boolean).join(' '),
    style: span && ({ '--days': span.days } as CSSProperties),
    title,
  }
  const content = (
    <>
      {beside ? <small>{beside}</small> : null}
      <span>{entry.title}</span>
      {full && entry.details.length > 0 ? (
        <em>
          {entry.details.map((detail, index) => (
            <span key={index}>{detail}</span>
          ))}
        </em>
      ) : null}
    </>
  )
  if (!onOpen) return <div {...look}>{content}</div>
  return (
    <button type="button" {...look} onClick={() => onOpen(entry)}>
      {content}
    </button>
  )
}
