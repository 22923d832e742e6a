// What do rules in the browser know of the caller, the product and referenced records? Built from the session; what it does not hold stays undecided.
import { observable } from '@formily/reactive'
import { useMemo, useRef } from 'react'
import type { RecordAnswer } from '../../protocol/calls'
import type { Client } from '../../runtime/client'
import { CallError } from '../../runtime/faults'
import { useProduct, useRuntime, useSession } from '../../runtime/runtime'
import type { RuleFacts } from './formWorld'
import { Undecided } from './undecided'

export function useRuleFacts(settings: Readonly<Record<string, unknown>>): RuleFacts {
  const account = useSession((state) => state.boot?.account)
  const codes = useSession((state) => state.boot?.codes)
  const { timezone } = useProduct()
  return useMemo(() => {
    const held = new Set(codes)
    return {
      me: account ? { id: { id: account.id, label: account.name } } : {},
      tenant: account ? { id: account.tenant } : {},
      settings,
      world: { now: new Date(), timezone, holds: (code) => held.has(code), granted: undecided },
    }
  }, [account, codes, settings, timezone])
}

// What the role gives before it is changed is known to the server alone.
function undecided(): never {
  throw new Undecided()
}

type Referenced = (entity: string, id: number) => Readonly<Record<string, unknown>> | undefined

/** Values of referenced records, read when a rule first asks for them; the rule runs again when they have come. */
function createReferences(client: Pick<Client, 'post'>): Referenced {
  const known = observable.shallow(new Map<string, Readonly<Record<string, unknown>> | undefined>())
  const asked = new Set<string>()
  return (entity, id) => {
    const key = `${entity}:${id}`
    if (!asked.has(key)) {
      asked.add(key)
      client.post<RecordAnswer>('/api/record', { entity, id }, { quiet: true }).then(
        ({ record }) => known.set(key, { ...record.values, id: record.id, state: record.state ?? null }),
        (error: unknown) => {
          // Who may not read it cannot decide the rule here; the server will.
          if (!(error instanceof CallError)) throw error
          known.set(key, undefined)
        },
      )
    }
    return known.get(key)
  }
}

export function useReferences(): Referenced {
  const { client } = useRuntime()
  const made = useRef<Referenced | null>(null)
  made.current ??= createReferences(client)
  return made.current
}
