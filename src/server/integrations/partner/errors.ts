// Classifies failures of integrations; each reason has a refusal of the catalog.
// Messages of the integration itself are never shown.
import type { RefusalKey } from '../../../protocol/refusals/catalog'
import { OutgoingError } from '../../egress/httpEgress'

/** The refusal for each reason. */
export const integrationRefusals = {
  noPassword: 'partner_password_missing',
  refused: 'partner_credentials_wrong',
  down: 'partner_unreachable',
  slow: 'partner_timeout',
  wrong: 'partner_answer_invalid',
} as const satisfies Record<string, RefusalKey>

/** The log's text for a failed sign-in, whatever the reason. */
export const signInFailed = '登陆失败'

export type IntegrationErrorKey = keyof typeof integrationRefusals

export class IntegrationError extends Error {
  override readonly name = 'IntegrationError'
  constructor(
    readonly reason: IntegrationErrorKey,
    system: string,
    options?: ErrorOptions,
  ) {
    super(`${system}: ${reason}`, options)
  }
}

/** The caller could not be signed in there, so no call of this run can succeed. */
export class SignInError extends IntegrationError {}

/** A failed call as its reason; any other error is a defect and rethrown. */
export function toIntegrationError(error: unknown, system: string): IntegrationError {
  if (error instanceof IntegrationError) return error
  if (!(error instanceof OutgoingError)) throw error
  const reason =
    error.reason === 'slow' ? 'slow' : error.reason === 'tooLarge' || error.reason === 'redirected' ? 'wrong' : 'down'
  return new IntegrationError(reason, system, { cause: error })
}
