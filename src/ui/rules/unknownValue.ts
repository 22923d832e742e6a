// Gives up a rule as a whole when it reads what the browser does not know; the server decides.

/** Thrown by a form's `read`; caught by `orUnknown` alone. */
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
