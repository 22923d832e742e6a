// Begins calls one at a time, with the event loop between two, accounts in rotation.
// Calls that arrive together would otherwise be read, checked and planned in one go, while everybody else waits.

export class CallQueue {
  private readonly waiting = new Map<string, (() => void)[]>()

  /** Resolves when a call of this account may begin; what it does before its next wait has the thread to itself. */
  turn(account: string): Promise<void> {
    return new Promise((begin) => {
      if (this.waiting.size === 0) setImmediate(this.next)
      const calls = this.waiting.get(account)
      if (calls) calls.push(begin)
      else this.waiting.set(account, [begin])
    })
  }

  private readonly next = (): void => {
    const [account, calls] = this.waiting.entries().next().value!
    this.waiting.delete(account)
    calls.shift()!()
    if (calls.length > 0) this.waiting.set(account, calls)
    if (this.waiting.size > 0) setImmediate(this.next)
  }
}
