// Failures of calls: kind, text for the user and presentation, in one table.
import type { Text } from '../../manifest/model/text'
import type { FieldErrors } from '../../protocol/envelope'
import type { RefusalKey } from '../../protocol/refusals/catalog'
import type { TextKey } from '../text/pageTexts'
import type { Translator } from '../text/translate'

/**
 * signedOut: 2999; refused, forbidden: 2001, 2002; rejected: any other code; missing: HTTP 404; broken: HTTP 5xx; busy:
 * HTTP 429, and 5xx with a refusal of the server; timeout: no answer in time; offline: no answer at all; aborted:
 * canceled by the page.
 */
export type CallErrorKind =
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

/** How each kind is shown, and whether the server's own text takes precedence. */
export const errorPresentation = {
  signedOut: { severity: 'alert', text: 'error.signedOut', server: false },
  refused: { severity: 'warning', text: 'error.rejected', server: true },
  forbidden: { severity: 'warning', text: 'error.rejected', server: true },
  rejected: { severity: 'error', text: 'error.rejected', server: true },
  missing: { severity: 'warning', text: 'error.missing', server: false },
  broken: { severity: 'error', text: 'error.broken', server: false },
  busy: { severity: 'warning', text: 'error.busy', server: true },
  timeout: { severity: 'error', text: 'error.timeout', server: false },
  offline: { severity: 'error', text: 'error.offline', server: false },
  aborted: { severity: 'none', text: 'error.rejected', server: false },
} as const satisfies Record<
  CallErrorKind,
  { severity: 'alert' | 'warning' | 'error' | 'none'; text: TextKey; server: boolean }
>

const uncertainKinds: readonly CallErrorKind[] = ['offline', 'timeout', 'broken', 'busy']

export interface CallErrorInit {
  readonly kind: CallErrorKind
  readonly status?: number
  readonly code?: number
  /** The key of a refusal in the catalog. */
  readonly key?: string
  /** The server's text, in the caller's language. */
  readonly serverText?: string
  /** The server's advice on what the user can do about it. */
  readonly hint?: string
  readonly data?: unknown
  /** Seconds. */
  readonly retryAfter?: number
  /** The endpoint's own text for a timeout. */
  readonly timeoutText?: Text
}

/** A call that did not succeed. `message` is the text for the user. */
export class CallError extends Error {
  readonly kind: CallErrorKind
  readonly status?: number
  readonly code?: number
  readonly key?: string
  readonly data?: unknown
  /** Field errors by field name; empty when there are none. */
  readonly fields: FieldErrors['fields']

  constructor(init: CallErrorInit, translator: Translator) {
    // Every failure rejects with this one reason, as specified, whatever words a person reads.
    super(messageOf(init, translator), { cause: translator.t('error.rejected') })
    this.name = 'CallError'
    this.kind = init.kind
    this.status = init.status
    this.code = init.code
    this.key = init.key
    this.data = init.data
    this.fields = fieldsOf(init.data)
  }

  /** The severity of the alert shown in place of the failed data. */
  get severity(): 'warning' | 'error' {
    return errorPresentation[this.kind].severity === 'warning' ? 'warning' : 'error'
  }

  /**
   * Whether the outcome is unknown, so that the same attempt is resent. An error of a proxy may hide a completed write;
   * so may a busy server, if the connection was lost at the commit or the former attempt still runs.
   */
  get uncertain(): boolean {
    return uncertainKinds.includes(this.kind)
  }
}

/** Whether the server refused a readable request: a rule, a state or a permission is against it. */
export const isRefusal = ({ kind }: CallError): boolean => kind === 'refused' || kind === 'forbidden'

/** Whether a call requires a fresh proof of the second factor, which a dialog requests instead of a notice. */
export const isProofRequired = (error: unknown): boolean =>
  error instanceof CallError && error.key === ('second_factor_asked' satisfies RefusalKey)

function messageOf(init: CallErrorInit, translator: Translator): string {
  const entry = errorPresentation[init.kind]
  if (init.kind === 'timeout' && init.timeoutText) return translator.pick(init.timeoutText)
  const { serverText, hint } = init
  if (entry.server && serverText) return hint ? translator.t('error.withHint', { text: serverText, hint }) : serverText
  const text = translator.t(entry.text, { seconds: init.retryAfter ?? 60 })
  const reference = init.kind === 'broken' ? referenceOf(init.data) : undefined
  return reference ? translator.t('error.withReference', { text, reference }) : text
}

function referenceOf(data: unknown): string | undefined {
  const reference = (data as { reference?: unknown } | null | undefined)?.reference
  return typeof reference === 'string' ? reference : undefined
}

function fieldsOf(data: unknown): FieldErrors['fields'] {
  const fields = (data as Partial<FieldErrors> | null | undefined)?.fields
  return typeof fields === 'object' && fields !== null ? fields : {}
}
