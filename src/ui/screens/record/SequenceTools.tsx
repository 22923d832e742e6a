// Leads through several records one after the other: previous, next, and next when done.
import { Checkbox } from 'antd'
import { useEffect } from 'react'
import { useViewPlace } from '../../../client/navigation/unsavedChanges'
import { useTranslator } from '../../../client/context/clientContext'
import { IconButton } from '../../controls/IconButton'

export interface RecordSequence {
  /** From 1. */
  readonly position: number
  readonly count: number
  readonly previous?: () => void
  readonly next?: () => void
  /** The next record opens when an action has run on this one. */
  readonly follows: boolean
  readonly setFollows: (follows: boolean) => void
}

/** The letters j and k move too, unless they are typed into something. */
export function SequenceTools({ sequence }: { readonly sequence: RecordSequence }) {
  const { t } = useTranslator()
  const { position, count, previous, next, follows, setFollows } = sequence
  const { active } = useViewPlace()
  useEffect(() => {
    // A view behind another one stays mounted.
    if (!active) return
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (event.key === 'j') next?.()
      if (event.key === 'k') previous?.()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [active, previous, next])
  return (
    <nav className="record-sequence" aria-label={t('record.sequence')}>
      <IconButton icon="up" label={t('record.sequencePrevious')} disabled={!previous} onClick={previous} />
      <span>{t('record.sequenceAt', { at: position, count })}</span>
      <IconButton icon="down" label={t('record.sequenceNext')} disabled={!next} onClick={next} />
      <Checkbox checked={follows} onChange={({ target }) => setFollows(target.checked)}>
        {t('record.sequenceFollows')}
      </Checkbox>
    </nav>
  )
}

/** Whether a key belongs to an input or an open dialog. */
function isTyping(target: EventTarget | null): boolean {
  return (
    document.querySelector('.ant-modal-wrap:not([style*="display: none"])') !== null ||
    (target instanceof HTMLElement && (target.isContentEditable || target.closest('input, textarea, select') !== null))
  )
}
