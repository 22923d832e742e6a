// One record beside the screen, at any width.
// The address names it, so that it can be shared and the browser's back button closes it.
import { Drawer } from 'antd'
import { useRef, useState, useTransition } from 'react'
import type { HistoryOptions, OpenRecord } from '../../../client/navigation/urlState'
import { useCurrentTab } from '../../../client/navigation/unsavedChanges'
import { useTranslator } from '../../../client/context/clientContext'
import { IconButton } from '../../controls/IconButton'
import { useNarrow } from '../../controls/hooks/useMedia'
import { useShortcuts } from '../../controls/hooks/useShortcuts'
import { RecordView } from './RecordView'
import type { RecordSequence } from './sections/SequenceTools'

interface RecordDrawerProps {
  readonly record: OpenRecord
  readonly open: (record: OpenRecord | null, options?: HistoryOptions) => void
  /** The sequence of records that it belongs to. */
  readonly sequence?: RecordSequence
}

/** Draws the record at 720 pixels, or over the whole window; nothing of it is visible in a hidden tab. */
export default function RecordDrawer({ record, open, sequence }: RecordDrawerProps) {
  const { t } = useTranslator()
  const { previous, openWithin } = useTrail(record, open)
  const { active } = useCurrentTab()
  const narrow = useNarrow(1024)
  const [wide, setWide] = useState(false)
  // The rest of the page follows the address when it has time; the drawer does not wait for it.
  const [isClosing, startClosing] = useTransition()
  const close = () => startClosing(() => open(null))
  // The drawer hears the key only while it has the focus, which it loses with a button that disappears.
  useShortcuts({
    Escape: () => {
      close()
      return true
    },
  })
  if (isClosing) return null
  return (
    <Drawer
      open={active}
      onClose={close}
      width={narrow || wide ? '100%' : 720}
      closable={false}
      mask={false}
      rootClassName="record"
      destroyOnHidden={false}
      styles={{ body: { padding: 0 } }}
      push={false}
      aria-label={t('record.details')}
    >
      <RecordView
        record={record}
        open={openWithin}
        sequence={sequence}
        close={close}
        wide={wide && !narrow}
        leading={
          previous ? (
            <IconButton icon="back" label={t('record.previous')} onClick={() => open(previous, { replace: true })} />
          ) : null
        }
        tools={
          <>
            {!narrow && (
              <IconButton
                icon={wide ? 'shrink' : 'expand'}
                label={t(wide ? 'record.shrink' : 'record.expand')}
                onClick={() => setWide(!wide)}
              />
            )}
            <IconButton icon="close" label={t('record.close')} onClick={close} />
          </>
        }
      />
    </Drawer>
  )
}

const isSame = (a: OpenRecord, b: OpenRecord): boolean => a.entity === b.entity && a.id === b.id

/**
 * The trail of records opened from each other. Going back shortens it; opening another record from the page ends it.
 */
function useTrail(record: OpenRecord, open: RecordDrawerProps['open']) {
  const [trail, setTrail] = useState<{ readonly record: OpenRecord; readonly before: readonly OpenRecord[] }>({
    record,
    before: [],
  })
  const opener = useRef<OpenRecord>()
  if (!isSame(trail.record, record)) {
    const { current } = opener
    const back = trail.before.findLastIndex((earlier) => isSame(earlier, record))
    opener.current = undefined
    setTrail({ record, before: current ? [...trail.before, current] : trail.before.slice(0, Math.max(back, 0)) })
  }
  const openWithin = (next: OpenRecord): void => {
    if (!isSame(next, record)) opener.current = record
    open(next)
  }
  return { previous: trail.before.at(-1), openWithin }
}
