// The user's active links to documents, each revocable.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import type { EndLinkRequest, SentLink } from '../../../protocol/fileCalls'
import type { CallError } from '../../../client/feedback/callError'
import { useFormat, useRuntime, useTranslator } from '../../../client/context/clientContext'
import { useBusyCall } from '../../controls/hooks/useBusyCall'
import { BlockState } from '../common/BlockState'
import styles from './links.module.css'

export const linksKey = ['sentLinks']

export function SentLinks() {
  const { client } = useRuntime()
  const { t } = useTranslator()
  const { data, error, refetch } = useQuery<readonly SentLink[], CallError>({
    queryKey: linksKey,
    queryFn: () => client.post('/api/links', {}, { quiet: true }),
    staleTime: 0,
  })
  if (!data) return <BlockState error={error} retry={() => void refetch()} rows={2} />
  if (data.length === 0) return <p className={styles.none}>{t('sentLink.none')}</p>
  return (
    <ul className={styles.links}>
      {data.map((link) => (
        <LinkRow key={link.id} link={link} />
      ))}
    </ul>
  )
}

function LinkRow({ link: { id, title, expiresAt, opened, openedAt } }: { link: SentLink }) {
  const { client } = useRuntime()
  const { t } = useTranslator()
  const { datetime } = useFormat()
  const records = useQueryClient()
  const { busy, runCall } = useBusyCall()
  const end = () =>
    runCall(() => client.post('/api/links/end', { id } satisfies EndLinkRequest)).finally(() =>
      records.invalidateQueries({ queryKey: linksKey }),
    )
  return (
    <li>
      <span>
        {title}
        <small>
          {t('sentLink.until', { at: datetime(expiresAt) })}
          {' · '}
          {openedAt === null ? t('sentLink.unopened') : t('sentLink.opened', { count: opened, at: datetime(openedAt) })}
        </small>
      </span>
      <Button size="small" loading={busy} aria-label={`${t('sentLink.end')} ${title}`} onClick={() => void end()}>
        {t('sentLink.end')}
      </Button>
    </li>
  )
}
