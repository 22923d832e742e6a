// How much a number changed against the time before, coloured by whether that is good.
import styles from './changeMark.module.css'

interface ChangeMarkProps {
  readonly change: string
  readonly mood: 'good' | 'bad' | 'even'
}

/** The change of a measure or figure. */
export function ChangeMark({ change, mood }: ChangeMarkProps) {
  return (
    <em className={styles.change} data-mood={mood}>
      {change}
    </em>
  )
}
