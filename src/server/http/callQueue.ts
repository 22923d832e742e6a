// Starts calls one at a time, yielding to the event loop between them, accounts in rotation.
// Calls arriving together would otherwise be read, checked and planned without a break, blocking all others.

export class CallQueue {
  private readonly waiting = new Map<string, (() => void)[]>()

  /** Resolves when a call of this account may start; it then has the thread until its first await. */
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
