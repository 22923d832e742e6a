// How does a person's intention become a transition, exactly once? Each intention has a key; a retry of the same one carries the same key,
// so that a lost answer never writes twice. What changed is read again everywhere.
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { BatchAnswer, BatchRequest, RunAnswer, RunRequest } from '../protocol/calls'
import type { Client } from './client'
import { CallError } from './faults'
import type { Notices } from './notices'
import { entitiesChanged } from './records'
import { useRuntime } from './runtime'
import type { Words } from './text'

/** The key of what somebody is about to do: the same while the request is the same and its outcome unknown. */
export interface Intention {
  keyFor(request: object): string
  settled(): void
}

export function createIntention(): Intention {
  let text = ''
  let key = ''
  return {
    keyFor(request) {
      const next = JSON.stringify(request)
      if (next !== text) {
        text = next
        key = newKey()
      }
      return key
    },
    settled() {
      text = ''
    },
  }
}

/** 32 characters; also where the page is not in a secure context. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export type RunOrder = Omit<RunRequest, 'key'>
export type BatchOrder = Omit<BatchRequest, 'key'>

export interface ActOptions {
  /** Kept by a form over several tries; absent: one for this call. */
  readonly intention?: Intention
  /** true: the caller shows the failure itself (the outcome is still told). */
  readonly quiet?: boolean
  readonly progress?: (done: number, total: number) => void
}

export interface Actions {
  /** Throws a CallError; nothing is written then, unless its outcome is uncertain. */
  run(order: RunOrder, options?: ActOptions): Promise<RunAnswer>
  /** The same transition on many records, each on its own. */
  batch(order: BatchOrder, options?: ActOptions): Promise<BatchAnswer>
}

interface ActionFacts {
  readonly client: Pick<Client, 'post'>
  readonly notices: Pick<Notices, 'say'>
  readonly words: () => Words
  readonly changed: (entities: readonly string[]) => Promise<void>
  /** Milliseconds before try n; tests shorten it. */
  readonly pause?: (attempt: number) => number
}

const tries = 3
const atOnce = 200

export function createActions({
  client,
  notices,
  words,
  changed,
  pause = (attempt) => 800 * 2 ** attempt,
}: ActionFacts): Actions {
  const send = async <T>(path: string, body: object, quiet: boolean): Promise<T> => {
    for (let attempt = 0; ; attempt++) {
      try {
        return await client.post<T>(path, body, { quiet: true })
      } catch (error) {
        // Only a call that got no answer at all is sent again by itself: a late one may still be at work.
        if (error instanceof CallError && error.kind === 'offline' && attempt < tries - 1) {
          if (attempt === 0) notices.say('info', words().t('run.retrying'))
          await new Promise((resolve) => setTimeout(resolve, pause(attempt)))
          continue
        }
        if (!quiet && error instanceof CallError && error.kind !== 'signedOut')
          notices.say(error.kind === 'refused' || error.kind === 'forbidden' ? 'warning' : 'error', error.message)
        throw error
      }
    }
  }
  return {
    async run(order, { intention = createIntention(), quiet = false } = {}) {
      try {
        const answer = await send<RunAnswer>('/api/run', { ...order, key: intention.keyFor(order) }, quiet)
        intention.settled()
        notices.say('success', answer.message || words().t('run.done'))
        void changed([order.entity])
        return answer
      } catch (error) {
        // A refusal is an outcome: the next try is another intention. A record that somebody else changed is shown anew.
        if (error instanceof CallError && !error.uncertain) {
          intention.settled()
          if (error.kind === 'refused' && order.id !== undefined) void changed([order.entity])
        }
        throw error
      }
    },
    async batch(order, { intention = createIntention(), quiet = false, progress } = {}) {
      let done = 0
      const refused: BatchAnswer['refused'][number][] = []
      for (let from = 0; from < order.records.length; from += atOnce) {
        const part = { ...order, records: order.records.slice(from, from + atOnce) }
        const answer = await send<BatchAnswer>('/api/batch', { ...part, key: intention.keyFor(part) }, quiet)
        intention.settled()
        done += answer.done
        refused.push(...answer.refused)
        progress?.(Math.min(from + atOnce, order.records.length), order.records.length)
      }
      const { t } = words()
      if (refused.length === 0) notices.say('success', t('run.batchDone', { done }))
      else notices.say('warning', t('run.batchSome', { done, refused: refused.length }))
      void changed([order.entity])
      return { done, refused }
    },
  }
}

export function useActions(): Actions {
  const { client, notices, words } = useRuntime()
  const records: QueryClient = useQueryClient()
  return useMemo(
    () => createActions({ client, notices, words, changed: (entities) => entitiesChanged(records, entities) }),
    [client, notices, words, records],
  )
}
