// Caches the token that a service issues, and requests a new one when it expires.
import type { Integration } from '../../../manifest/model/app'
import { SendProblem } from '../contract/channel'
import { answerValue, callUrl, filledEntries } from '../contract/filledTemplates'
import type { ServiceContext } from '../contract/integrationContext'
import type { IntegrationSettings } from '../contract/settings'
import { postJson } from './postJson'

/** Seconds before expiry at which a token is no longer used. */
const marginSeconds = 60

interface IssuedToken {
  current(): Promise<string>
  /** Requests a new token, ignoring the cached one. */
  renewed(): Promise<string>
  /** Whether an error code means that the token has expired. */
  isExpired(code: number | undefined): boolean
}

/** `detailOf`: the error code of a service that issued none. */
export function createIssuedToken(
  { egress, clock }: Pick<ServiceContext, 'egress' | 'clock'>,
  { path, query, tokenPath, secondsPath, expiredCodes = [] }: NonNullable<Integration['token']>,
  { address, values }: IntegrationSettings,
  detailOf: (answer: object) => string | undefined,
): IssuedToken {
  let cached: { readonly value: string; readonly until: number } | undefined
  const renewed = async () => {
    const answer = await postJson(egress, callUrl(address, path, filledEntries(query, values))).catch(
      (error: unknown) => {
        // However the call for a token ended, no message was sent with it.
        throw error instanceof SendProblem
          ? new SendProblem(error.reason, { cause: error, detail: error.detail })
          : error
      },
    )
    const [value, seconds] = [answerValue(answer, tokenPath), answerValue(answer, secondsPath)]
    if (typeof value !== 'string' || value === '') throw new SendProblem('noToken', { detail: detailOf(answer) })
    cached = {
      value,
      until: clock().getTime() + (typeof seconds === 'number' ? seconds - marginSeconds : marginSeconds) * 1_000,
    }
    return value
  }
  return {
    renewed,
    current: async () => (cached && cached.until > clock().getTime() ? cached.value : renewed()),
    isExpired: (code) => code !== undefined && expiredCodes.includes(code),
  }
}
