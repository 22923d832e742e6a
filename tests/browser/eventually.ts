// Waits until an expectation of what is read holds, also where tests of a file run at once.
// There, expect.poll does not know which of them it belongs to.

const patience = 45_000
const pause = 50

/** @throws what did not hold at last */
export async function eventually<T>(
  read: () => T | Promise<T>,
  hold: (value: T) => void,
  interval = pause,
): Promise<void> {
  const end = Date.now() + patience
  for (;;) {
    try {
      return hold(await read())
    } catch (error) {
      if (Date.now() > end) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, interval))
  }
}
