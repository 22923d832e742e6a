// The data for rules in the browser: caller, product and referenced records.
// Built from the session; anything else stays undecided.
import { observable } from '@formily/reactive'
import { useMemo, useRef } from 'react'
import type { RecordAnswer } from '../../../protocol/calls'
import { qualifiedId } from '../../../protocol/records/recordAddress'
import type { Client } from '../../../client/transport/callServer'
import { CallError } from '../../../client/feedback/callError'
import { useProduct, useRuntime, useSession } from '../../../client/context/clientContext'
import type { RuleScope } from './formScope'
import { UnknownValueError } from '../../rules/unknownValue'

/** The data as of a moment. */
export function useRuleScope(settings: Readonly<Record<string, unknown>>): (now: Date) => RuleScope {
  const account = useSession((state) => state.boot?.account)
  const codes = useSession((state) => state.boot?.codes)
  const { timezone } = useProduct()
  return useMemo(() => {
    const granted = new Set(codes)
    return (now) => ({
      me: account ? { id: { id: account.id, label: account.name } } : {},
      tenant: account ? { id: account.tenant } : {},
      settings,
      evaluationContext: { now, timezone, holds: (code) => granted.has(code), granted: undecided },
    })
  }, [account, codes, settings, timezone])
}

// Only the server knows what the role grants before the changes of access.json.
function undecided(): never {
  throw new UnknownValueError()
}

type Referenced = (entity: string, id: number) => Readonly<Record<string, unknown>> | undefined

/** Values of referenced records, loaded when a rule first needs them; the rule then reruns. */
function createReferences(client: Pick<Client, 'post'>): Referenced {
  const cache = observable.shallow(new Map<string, Readonly<Record<string, unknown>> | undefined>())
  const requested = new Set<string>()
  return (entity, id) => {
    const key = qualifiedId({ entity, id })
    if (!requested.has(key)) {
      requested.add(key)
      client.post<RecordAnswer>('/api/record', { entity, id }, { quiet: true }).then(
        ({ record }) => cache.set(key, { ...record.values, id: record.id, state: record.state ?? null }),
        (error: unknown) => {
          // A user who may not read the record cannot decide the rule here; the server will.
          if (!(error instanceof CallError)) throw error
          cache.set(key, undefined)
        },
      )
    }
    return cache.get(key)
  }
}

export function useReferences(): Referenced {
  const { client } = useRuntime()
  const references = useRef<Referenced | null>(null)
  references.current ??= createReferences(client)
  return references.current
}
