// The error log of this page: message, time, component, address and stack, newest first.
import { Button, Modal } from 'antd'
import { useStore } from 'zustand'
import { useFormat, useRuntime, useTranslator } from '../../client/context/clientContext'
import { useBackCloses } from '../../client/navigation/backCloses'

export default function ErrorLogDialog({ close }: { close: () => void }) {
  const { errors } = useRuntime()
  useBackCloses(true, close)
  const { t } = useTranslator()
  const format = useFormat()
  const entries = useStore(errors, (state) => state.entries)
  return (
    <Modal
      open
      width={760}
      title={t('shell.errorLog')}
      onCancel={close}
      footer={
        <Button
          onClick={() => {
            errors.clear()
            close()
          }}
        >
          {t('shell.clear')}
        </Button>
      }
    >
      <div className="shell-errors">
        {entries.map((entry) => (
          <details key={entry.id}>
            <summary>
              <strong>{entry.message}</strong> <span>{format.datetime(entry.at)}</span>
            </summary>
            <dl>
              <dt>{t('shell.errorPlace')}</dt>
              <dd>{entry.place || '-'}</dd>
              <dt>{t('shell.errorAddress')}</dt>
              <dd>{entry.address}</dd>
              <dt>{t('shell.errorStack')}</dt>
              <dd>
                <pre>{entry.stack}</pre>
              </dd>
            </dl>
          </details>
        ))}
      </div>
    </Modal>
  )
}
