// Applies live events to the page: refreshes data, counters and menu, and ends the session.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { LiveEvent } from '../../protocol/liveEvents'
import { listen, repeatUntilDone } from '../../client/data/liveEvents'
import { dataChanged, entitiesChanged, manifestsChanged } from '../../client/data/queries'
import { expireSession, useRuntime, useSession } from '../../client/context/clientContext'
import { useToday } from '../controls/hooks/useNow'

/** Milliseconds within which several changes cause one refresh. */
const gatherMs = 250

export function LiveEvents() {
  useServerEvents()
  useReadEachDay()
  return null
}

function useServerEvents(): void {
  const { client, session, signIn } = useRuntime()
  const records = useQueryClient()
  const account = useSession((state) => state.boot?.account.id ?? 0)
  const isSignedIn = useSession((state) => state.status === 'ready')

  const wasConnected = useRef(false)

  useEffect(() => {
    if (!isSignedIn) return
    const changes: Extract<LiveEvent, { readonly event: 'changed' }>[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const stopped = new AbortController()
    // All pages read again at once, so that a server may refuse some.
    const readAgain = async () => {
      if (await repeatUntilDone(signIn.boot, stopped.signal)) await manifestsChanged(records)
    }
    const refresh = () => {
      timer = undefined
      void entitiesChanged(records, changes.splice(0))
    }
    const onEvent = (event: LiveEvent) => {
      switch (event.event) {
        case 'changed':
          changes.push(event)
          timer ??= setTimeout(refresh, gatherMs)
          return
        case 'counters':
          return session.announce({ counters: event.counters })
        case 'problems':
          return session.announce({ problems: event.problems, warnings: event.warnings })
        case 'waitingChanges': {
          const { waitingChanges } = session.getState()
          if (waitingChanges) session.announce({ waitingChanges: { ...waitingChanges, count: event.count } })
          return
        }
        case 'signedOut':
          return expireSession(session)
        case 'revision':
          if (session.getState().boot?.revision === event.revision) return
          void readAgain()
      }
    }
    const stop = listen({
      client,
      name: String(account),
      onEvent,
      onConnected: (again) => {
        session.setState({ live: true })
        // Events during an interruption were missed, and those between the end of a session and the next sign-in.
        const missed = again || wasConnected.current
        wasConnected.current = true
        if (missed) void readAgain()
      },
      onDisconnected: () => session.setState({ live: false }),
    })
    return () => {
      clearTimeout(timer)
      stopped.abort()
      stop()
    }
  }, [client, session, signIn, records, account, isSignedIn])
}

/** Reads all records again when another day begins: what is due or overdue changes without any event. */
export function useReadEachDay(): void {
  const records = useQueryClient()
  const today = useToday()
  const readOn = useRef(today)
  useEffect(() => {
    if (readOn.current === today) return
    readOn.current = today
    void dataChanged(records)
  }, [records, today])
}
