// Buttons for stepping through records: previous, next, and next when done.
import { Checkbox } from 'antd'
import { useTranslator } from '../../../../client/context/clientContext'
import { IconButton } from '../../../controls/IconButton'
import { useShortcuts } from '../../../controls/hooks/useShortcuts'

export interface RecordSequence {
  /** From 1; absent: the record has left the list. */
  readonly position?: number
  /** Of the records that can be stepped through. */
  readonly count: number
  /** They are those of one page, and the list has more. */
  readonly isOnePage: boolean
  readonly previous?: () => void
  readonly next?: () => void
  /** The next record opens when an action has run on this one. */
  readonly follows: boolean
  readonly setFollows: (follows: boolean) => void
}

/** The keys j and k move too. */
export function SequenceTools({ sequence }: { readonly sequence: RecordSequence }) {
  const { t } = useTranslator()
  const { position, count, isOnePage, previous, next, follows, setFollows } = sequence
  const step = (move: (() => void) | undefined) => () => {
    move?.()
    return move !== undefined
  }
  useShortcuts({ j: step(next), k: step(previous) })
  return (
    <nav className="record-sequence" aria-label={t('record.sequence')}>
      <IconButton icon="up" label={t('record.sequencePrevious')} disabled={!previous} onClick={previous} />
      <span>{t(isOnePage ? 'record.sequenceOnPage' : 'record.sequenceAt', { at: position ?? '–', count })}</span>
      <IconButton icon="down" label={t('record.sequenceNext')} disabled={!next} onClick={next} />
      <Checkbox checked={follows} onChange={({ target }) => setFollows(target.checked)}>
        {t('record.sequenceFollows')}
      </Checkbox>
    </nav>
  )
}
