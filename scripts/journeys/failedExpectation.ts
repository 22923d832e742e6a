// A failed expectation of a step, and refusals in words.
import { codes, type Envelope } from '../../src/protocol/envelope'
import { isRefused, type JourneyStep } from './readJourney'

/** `at`: the position in the list, or the name in the object, that the key of the step holds. */
export class FailedExpectation {
  constructor(
    readonly key: keyof JourneyStep,
    readonly message: string,
    readonly at?: number | string,
  ) {}
}

export const refusalInWords = <T>({ msg, key, data }: Envelope<T>): string => {
  const { fields = {} } = (data ?? {}) as { readonly fields?: Readonly<Record<string, string>> }
  const parts = Object.entries(fields).map(([field, text]) => `${field}: ${text}`)
  return `“${[msg, ...parts].join('; ')}”${key === undefined ? '' : ` (${key})`}.`
}

export const notRefused = ({ refusalKey }: JourneyStep): FailedExpectation =>
  new FailedExpectation(refusalKey === undefined ? 'refused' : 'refusalKey', 'it was not refused.')

/** An unexpected refusal, another refusal than expected, or none. */
export function unmetRefusal<T>(step: JourneyStep, answer: Envelope<T>): FailedExpectation | undefined {
  const { refusalKey, message } = step
  const isSuccess = answer.code === codes.success
  // A step without `refused` has no key for it: the account that was refused stands in `as`.
  if (!isRefused(step))
    return isSuccess ? undefined : new FailedExpectation('as', `refused with ${refusalInWords(answer)}`)
  if (isSuccess) return notRefused(step)
  const instead = `it was refused with ${refusalInWords(answer)}`
  if (refusalKey !== undefined && answer.key !== refusalKey)
    return new FailedExpectation('refusalKey', `instead of ${refusalKey} ${instead}`)
  if (message !== undefined && !refusalInWords(answer).includes(message))
    return new FailedExpectation('message', `instead of “${message}” ${instead}`)
  return undefined
}
