// Which telephone will get the code? The number that was given with its middle hidden, said of any number alike: whether it belongs to somebody is not told.
import type { Operation } from './operation'

/** Input: account. Answers its number masked. */
export const maskedLogin: Operation = {
  run: async (_context, input) => {
    const account = String(input.account ?? '')
    return {
      mobile:
        account.length < 8
          ? '*'.repeat(account.length)
          : `${account.slice(0, 3)}${'*'.repeat(account.length - 7)}${account.slice(-4)}`,
    }
  },
}
