// Masks the phone number that will get a code, whether or not an account has it.
import type { Operation } from '../contract/operation'

/** Input: account. Responds with its number masked. */
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
