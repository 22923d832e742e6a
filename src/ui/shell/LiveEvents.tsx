// What happens on the page when something changes elsewhere? Lists are read again in silence, the badge counts, a new menu appears, an ended session says so.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LiveEvent } from '../../protocol/calls'
import { listen } from '../../runtime/live'
import { entitiesChanged, manifestsChanged } from '../../runtime/records'
import { lost, useRuntime, useSession } from '../../runtime/runtime'

/** Changes that come within this time are answered by one look. Milliseconds. */
const gather = 250

export function LiveEvents() {
  const { client, session, signIn } = useRuntime()
  const records = useQueryClient()
  const account = useSession((state) => state.boot?.account.id ?? 0)
  const working = useSession((state) => state.standing === 'ready')

  useEffect(() => {
    if (!working) return
    const waiting = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const changed = (entities: readonly string[]) => {
      for (const entity of entities) waiting.add(entity)
      timer ??= setTimeout(() => {
        timer = undefined
        const names = [...waiting]
        waiting.clear()
        void entitiesChanged(records, names)
      }, gather)
    }
    const heard = (event: LiveEvent) => {
      switch (event.event) {
        case 'changed':
          return changed(event.entities)
        case 'counters':
          return session.setState({ counters: event.counters })
        case 'problems':
          return session.setState({ problems: event.problems })
        case 'signedOut':
          return lost(session)
        case 'revision':
          if (session.getState().boot?.revision === event.revision) return
          void signIn.boot().then(() => manifestsChanged(records))
      }
    }
    const stop = listen({
      client,
      name: String(account),
      heard,
      up: (again) => {
        session.setState({ live: true })
        // Whatever was said during the break was not heard.
        if (again) void signIn.boot().then(() => records.invalidateQueries())
      },
      down: () => session.setState({ live: false }),
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [client, session, signIn, records, account, working])
  return null
}
