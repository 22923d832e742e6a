// A failed expectation of a step, and refusals in words.
import type { Envelope } from '../../src/protocol/envelope'
import type { JourneyStep } from './readJourney'

/** `at`: the position in the list of the key. */
export class FailedExpectation {
  constructor(
    readonly key: keyof JourneyStep,
    readonly message: string,
    readonly at?: number | string,
  ) {}
}

export const said = <T>({ msg, key, data }: Envelope<T>): string => {
  const { fields = {} } = (data ?? {}) as { readonly fields?: Readonly<Record<string, string>> }
  const parts = Object.entries(fields).map(([field, text]) => `${field}: ${text}`)
  return `“${[msg, ...parts].join('; ')}”${key === undefined ? '' : ` (${key})`}.`
}

/** An unexpected refusal, another refusal than expected, or none. */
export function unmetRefusal<T>(
  { refused = false, message }: JourneyStep,
  answer: Envelope<T>,
): FailedExpectation | undefined {
  if (refused === false)
    return answer.code === 2000 ? undefined : new FailedExpectation('as', `refused with ${said(answer)}`)
  if (answer.code === 2000) return new FailedExpectation('refused', 'it was not refused.')
  if (refused !== true && answer.key !== refused)
    return new FailedExpectation('refused', `refused with ${said(answer)}`)
  if (message !== undefined && !said(answer).includes(message))
    return new FailedExpectation('message', `refused with ${said(answer)}`)
  return undefined
}
