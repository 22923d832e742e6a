// The declared calls that a list offers above its records, one button each: those of the chosen tab, or all where none is chosen.
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type { CallInfo, ScreenAnswer } from '../../../protocol/calls'
import { CallError } from '../../../runtime/faults'
import { entitiesChanged } from '../../../runtime/records'
import { useRuntime, useWords } from '../../../runtime/runtime'

export function ListCalls({ answer: { screen, calls }, tab }: { answer: ScreenAnswer; tab: string | undefined }) {
  const { client, notices } = useRuntime()
  const { t, pick } = useWords()
  const records = useQueryClient()
  const [busy, setBusy] = useState<string | null>(null)
  const send = async (name: string, call: CallInfo) => {
    setBusy(name)
    try {
      const answered = await client.endpoint<{ done?: number } | null>(call)
      notices.say('success', t('list.callDone', { count: answered?.done ?? 0 }))
      if (screen.entity) await entitiesChanged(records, [screen.entity])
    } catch (error) {
      // The client has told of it.
      if (!(error instanceof CallError)) throw error
    } finally {
      setBusy(null)
    }
  }
  return screen.calls
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
