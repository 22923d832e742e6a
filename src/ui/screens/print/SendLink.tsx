// Sends a document of a record as an expiring link, and shows the user's links.
import { useQueryClient } from '@tanstack/react-query'
import { Button, Input, Radio } from 'antd'
import { useState } from 'react'
import { linkDays, type CreatedLink, type CreateLinkRequest, type DocumentRequest } from '../../../protocol/fileCalls'
import { useFormat, useRuntime, useTranslator } from '../../../client/context/clientContext'
import { useBackCloses } from '../../../client/navigation/backCloses'
import { FocusedModal } from '../../controls/dialogs/FocusedModal'
import { useCopy } from '../common/useCopy'
import { linksKey, SentLinks } from './SentLinks'
import styles from './links.module.css'
import { useMarkedLetters } from './useMarkedLetters'

interface SendLinkProps {
  readonly request: DocumentRequest
  /** The document and record to send. */
  readonly title: string
  readonly maxDays: number
  readonly close: () => void
}

export default function SendLink({ request, title, maxDays, close }: SendLinkProps) {
  const { t } = useTranslator()
  useBackCloses(true, close)
  const offered = linkDays.filter((days) => days <= maxDays)
  const [days, setDays] = useState<number>(offered.includes(7) ? 7 : offered[0]!)
  const { created, busy, create } = useCreation(request)
  return (
    <FocusedModal open centered width={560} onCancel={close} footer={null} title={t('sentLink.title', { title })}>
      <div className={styles.sending}>
        <p>{t('sentLink.text')}</p>
        {created ? (
          <Address created={created} />
        ) : (
          <div className={styles.row}>
            <Radio.Group
              optionType="button"
              aria-label={t('sentLink.days')}
              value={days}
              onChange={({ target }) => setDays(Number(target.value))}
              options={offered.map((value) => ({ value, label: t('sentLink.forDays', { count: value }) }))}
            />
            <Button type="primary" loading={busy} onClick={() => void create(days)}>
              {t('sentLink.create')}
            </Button>
          </div>
        )}
        <h3>{t('sentLink.mine')}</h3>
        <SentLinks />
      </div>
    </FocusedModal>
  )
}

function Address({ created: { path, expiresAt } }: { created: CreatedLink }) {
  const { t } = useTranslator()
  const { datetime } = useFormat()
  const copy = useCopy()
  const address = new URL(path, window.location.origin).href
  return (
    <>
      <div className={styles.row}>
        {/* It takes the place of the button that was pressed. */}
        <Input
          readOnly
          autoFocus
          value={address}
          aria-label={t('sentLink.address')}
          onFocus={({ target }) => target.select()}
        />
        <Button type="primary" onClick={() => copy(address, t('sentLink.copied'))}>
          {t('sentLink.copy')}
        </Button>
      </div>
      <small>{t('sentLink.once', { at: datetime(expiresAt) })}</small>
    </>
  )
}

function useCreation(request: DocumentRequest) {
  const { client } = useRuntime()
  const records = useQueryClient()
  const [created, setCreated] = useState<CreatedLink | null>(null)
  const { busy, runCall } = useMarkedLetters()
  const create = (days: number) =>
    runCall(async (letters) => {
      const body = { ...request, days, ...letters } satisfies CreateLinkRequest
      setCreated(await client.post<CreatedLink>('/api/links/create', body, { quiet: true }))
      await records.invalidateQueries({ queryKey: linksKey })
    })
  return { created, busy, create }
}
