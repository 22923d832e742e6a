// Which errors did this page meet? A button that is there only when there were any, and what is known of each.
import { Badge, Button, Modal } from 'antd'
import { useState } from 'react'
import { useStore } from 'zustand'
import { useFormat, useRuntime, useWords } from '../../runtime/runtime'
import { IconButton } from './IconButton'

export function ErrorLogButton() {
  const { errors } = useRuntime()
  const { t } = useWords()
  const format = useFormat()
  const entries = useStore(errors, (state) => state.entries)
  const [open, setOpen] = useState(false)
  if (entries.length === 0 && !open) return null
  return (
    <>
      <Badge count={entries.length} size="small" offset={[-5, 6]}><IconButton icon="bug" label={t('shell.errorLog')} onClick={() => setOpen(true)} /></Badge>
      <Modal
        open={open}
        width={760}
        title={t('shell.errorLog')}
        onCancel={() => setOpen(false)}
        footer={<Button onClick={() => { errors.clear(); setOpen(false) }}>{t('shell.clear')}</Button>}
      >
        <div className="shell-errors">
          {entries.map((entry) => (
            <details key={entry.id}>
              <summary><strong>{entry.message}</strong> <span>{format.datetime(entry.at)}</span></summary>
              <dl>
                <dt>{t('shell.errorPlace')}</dt><dd>{entry.place || '-'}</dd>
                <dt>{t('shell.errorAddress')}</dt><dd>{entry.address}</dd>
                <dt>{t('shell.errorStack')}</dt><dd><pre>{entry.stack}</pre></dd>
              </dl>
            </details>
          ))}
        </div>
      </Modal>
    </>
  )
}
