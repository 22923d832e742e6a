// Starts calls one at a time, yielding to the event loop between them, accounts in rotation.
// Calls arriving together would otherwise be read, checked, planned or refused without a break, blocking all others.
import { assertPatiently, ownShareTaken, type QueryOwner } from '../database/connection/turns'

/** Maximum waiting calls of one account, or of one address without a session. */
const maxWaiting = 200

export class CallQueue {
  private readonly waiting = new Map<string, (() => void)[]>()

  /**
   * Resolves when a call of this account may start; it then has the thread until its first await.
   * @throws RequestError too_many_requests when too many of them wait; RequestAborted when the signal is aborted before
   *   there is room. A call that waits in line has its turn even if it was aborted meanwhile.
   */
  async turn(owner: Pick<QueryOwner, 'account' | 'signal'>): Promise<void> {
    const { account } = owner
    const isFull = () => (this.waiting.get(account)?.length ?? 0) >= maxWaiting
    const assertRoom = () => {
      if (isFull()) throw ownShareTaken()
    }
    // Without an await where there is room: calls that come together would otherwise all find it.
    if (isFull()) await assertPatiently(assertRoom, owner)
    await new Promise<void>((begin) => {
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
