// One record beside the screen, at any width.
// The address names it, so that it can be shared and the browser's back button closes it.
import { Drawer } from 'antd'
import { useState } from 'react'
import type { OpenRecord } from '../../../client/navigation/urlState'
import { useViewPlace } from '../../../client/navigation/unsavedChanges'
import { useTranslator } from '../../../client/context/clientContext'
import { IconButton } from '../../controls/IconButton'
import { useNarrow } from '../../controls/useMedia'
import { RecordView } from './RecordView'
import type { RecordSequence } from './sections/SequenceTools'

interface RecordDrawerProps {
  readonly record: OpenRecord
  readonly open: (record: OpenRecord | null, replace?: boolean) => void
  /** The records among which it is opened. */
  readonly sequence?: RecordSequence
}

export default function RecordDrawer({ record, open, sequence }: RecordDrawerProps) {
  const { t } = useTranslator()
  const { active } = useViewPlace()
  const narrow = useNarrow(1024)
  const [wide, setWide] = useState(false)
  const close = () => open(null)
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
        open={open}
        sequence={sequence}
        close={close}
        wide={wide && !narrow}
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
