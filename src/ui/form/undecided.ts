// What happens to a rule that reads something the browser does not know? It is given up as a whole, and the server decides.

/** Thrown by a form's `read`; caught by `decided` alone. */
export class Undecided extends Error {}

/** The result of the work, or undefined when it came upon something that nobody here knows. */
export function decided<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof Undecided) return undefined
    throw error
  }
}
