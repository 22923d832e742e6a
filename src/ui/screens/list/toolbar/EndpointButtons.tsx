// Buttons of the endpoints that a list offers: those of the active tab, or all without one.
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type { CallInfo, ScreenAnswer } from '../../../../protocol/screenCalls'
import { CallError } from '../../../../client/feedback/callError'
import { dataChanged } from '../../../../client/data/queries'
import { useRuntime, useTranslator } from '../../../../client/context/clientContext'

/** Draws none for an endpoint that the account may not call. After a call all data are reread. */
export function EndpointButtons({ answer: { screen, calls }, tab }: { answer: ScreenAnswer; tab: string | undefined }) {
  const { client, notifications } = useRuntime()
  const { t, pick } = useTranslator()
  const records = useQueryClient()
  const [busy, setBusy] = useState<string | null>(null)
  const send = async (name: string, call: CallInfo) => {
    setBusy(name)
    try {
      const answered = await client.endpoint<{ done?: number } | null>(call)
      notifications.say('success', t('list.callDone', { count: answered?.done ?? 0 }))
      await dataChanged(records)
    } catch (error) {
      // The client has reported it.
      if (!(error instanceof CallError)) throw error
    } finally {
      setBusy(null)
    }
  }
  return screen.endpointActions
    .filter(({ tabs }) => !tabs || tab === undefined || tabs.includes(tab))
    .map(({ endpoint }) => {
      const call = calls?.[endpoint]
      return (
        call && (
          <Button key={endpoint} loading={busy === endpoint} onClick={() => void send(endpoint, call)}>
            {pick(call.title)}
          </Button>
        )
      )
    })
}
