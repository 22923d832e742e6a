// The external systems offered for sign-in: links the caller's account there, or removes the link.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import type { LinkedAccount } from '../../../../protocol/signIn/signInCalls'
import { isProofRequired, type CallError } from '../../../../client/feedback/callError'
import { leaveToSignIn } from '../../../../client/session/signInAttempt'
import { useFormat, useRuntime, useTranslator } from '../../../../client/context/clientContext'
import { useBusyCall } from '../../../controls/hooks/useBusyCall'
import { BlockState } from '../../common/BlockState'
import styles from '../../../auth/factors/factors.module.css'

const queryKey = ['signInLinks']

/** Draws a row for each offered system, linked or not. */
export default function LinkedAccountsPart() {
  const { factors } = useRuntime()
  const { t } = useTranslator()
  const { data, error, refetch } = useQuery<readonly LinkedAccount[], CallError>({
    queryKey,
    queryFn: () => factors.links(),
  })
  if (!data) return <BlockState error={error} retry={() => void refetch()} rows={2} />
  return (
    <>
      <p>{t('link.text')}</p>
      <ul className={styles.list}>
        {data.map((linked) => (
          <LinkRow key={linked.provider} linked={linked} />
        ))}
      </ul>
    </>
  )
}

function LinkRow({ linked: { provider, title, linkedAt } }: { linked: LinkedAccount }) {
  const { client, factors, notifications } = useRuntime()
  const { t, pick } = useTranslator()
  const { datetime } = useFormat()
  const records = useQueryClient()
  const { busy, runCall } = useBusyCall()
  const link = async () => {
    const leave = (proof?: string) => leaveToSignIn(client, { provider, link: true, proof }, window.location.pathname)
    try {
      await leave()
    } catch (error) {
      if (!isProofRequired(error)) throw error
      const proof = await factors.askForProof()
      if (proof !== undefined) await leave(proof)
    }
  }
  const unlink = async () => {
    const name = pick(title)
    const sure = await notifications.confirm({
      title: t('link.unlinkTitle', { name }),
      text: t('link.unlinkText', { name }),
      ok: t('link.unlink'),
      cancel: t('form.cancel'),
    })
    if (!sure) return
    await factors.unlink(provider)
    await records.invalidateQueries({ queryKey })
  }
  return (
    <li>
      <span>
        {pick(title)}
        <small>{linkedAt === null ? t('link.none') : t('link.since', { at: datetime(linkedAt) })}</small>
      </span>
      <Button
        size="small"
        loading={busy}
        aria-label={`${t(linkedAt === null ? 'link.link' : 'link.unlink')} ${pick(title)}`}
        onClick={() =>
          void runCall(linkedAt === null ? link : unlink, ({ message }) => notifications.say('warning', message))
        }
      >
        {t(linkedAt === null ? 'link.link' : 'link.unlink')}
      </Button>
    </li>
  )
}
