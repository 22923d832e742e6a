// What does a failed call mean to the person? One table from what happened to the text that is shown and how loudly.
import type { Text } from '../manifest/app'
import type { FieldErrors } from '../protocol/envelope'
import type { TextKey, Words } from './text'

/**
 * signedOut: 2999; refused, forbidden: 2001, 2002; rejected: any other code; missing: HTTP 404; broken: HTTP 5xx; busy: HTTP 429;
 * timeout: no answer in time; offline: no answer at all; aborted: nobody waits any more.
 */
export type FaultKind =
  | 'signedOut'
  | 'refused'
  | 'forbidden'
  | 'rejected'
  | 'missing'
  | 'broken'
  | 'busy'
  | 'timeout'
  | 'offline'
  | 'aborted'

/** How each kind is shown: by which voice, and whether the server's own words come first. */
export const catalogue = {
  signedOut: { voice: 'alert', text: 'fault.signedOut', server: false },
  refused: { voice: 'warning', text: 'fault.rejected', server: true },
  forbidden: { voice: 'warning', text: 'fault.rejected', server: true },
  rejected: { voice: 'error', text: 'fault.rejected', server: true },
  missing: { voice: 'warning', text: 'fault.missing', server: false },
  broken: { voice: 'error', text: 'fault.broken', server: false },
  busy: { voice: 'warning', text: 'fault.busy', server: true },
  timeout: { voice: 'error', text: 'fault.timeout', server: false },
  offline: { voice: 'error', text: 'fault.offline', server: false },
  aborted: { voice: 'none', text: 'fault.rejected', server: false },
} as const satisfies Record<
  FaultKind,
  { voice: 'alert' | 'warning' | 'error' | 'none'; text: TextKey; server: boolean }
>

export interface FaultFacts {
  readonly kind: FaultKind
  readonly status?: number
  readonly code?: number
  /** What the server said, in the caller's language. */
  readonly said?: string
  readonly data?: unknown
  /** Seconds. */
  readonly retryAfter?: number
  /** The endpoint's own text for a timeout. */
  readonly timeoutText?: Text
}

/** A call that was not answered with success. `message` is what the person is to read. */
export class CallError extends Error {
  readonly kind: FaultKind
  readonly status?: number
  readonly code?: number
  readonly data?: unknown
  /** Field errors by field name; empty when there are none. */
  readonly fields: FieldErrors['fields']

  constructor(facts: FaultFacts, words: Words) {
    super(messageOf(facts, words))
    this.name = 'CallError'
    this.kind = facts.kind
    this.status = facts.status
    this.code = facts.code
    this.data = facts.data
    this.fields = fieldsOf(facts.data)
  }

  /** Nobody knows whether the server did it: the same intention may be sent again. */
  get uncertain(): boolean {
    return this.kind === 'offline' || this.kind === 'timeout'
  }
}

function messageOf(facts: FaultFacts, words: Words): string {
  const entry = catalogue[facts.kind]
  if (facts.kind === 'timeout' && facts.timeoutText) return words.pick(facts.timeoutText)
  if (entry.server && facts.said) return facts.said
  const text = words.t(entry.text, { seconds: facts.retryAfter ?? 60 })
  const reference = facts.kind === 'broken' ? referenceOf(facts.data) : undefined
  return reference ? `${text}（${words.t('fault.reference', { reference })}）` : text
}

function referenceOf(data: unknown): string | undefined {
  const reference = (data as { reference?: unknown } | null | undefined)?.reference
  return typeof reference === 'string' ? reference : undefined
}

function fieldsOf(data: unknown): FieldErrors['fields'] {
  const fields = (data as Partial<FieldErrors> | null | undefined)?.fields
  return typeof fields === 'object' && fields !== null ? fields : {}
}
