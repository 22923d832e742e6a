// Abandons a rule that reads a value the browser does not know; the server decides.

/** Thrown by a form's `read`; caught only by `orUnknown`. */
export class UnknownValueError extends Error {}

/** The result of the work, or undefined if it needs a value that the browser does not know. */
export function orUnknown<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof UnknownValueError) return undefined
    throw error
  }
}
