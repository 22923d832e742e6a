// Schedules statements and uploads fairly: an account and a tenant hold a limited share.
// The one holding least goes first; one that waits too long is refused instead of delaying others.
import { setTimeout as pause } from 'node:timers/promises'
import { RequestError } from '../../../protocol/requestError'
import { RequestAborted } from './cancelOnAbort'

/** Keys of the account and the tenant, counted separately. */
export interface QueryOwner {
  readonly account: string
  readonly tenant: string
  /** Aborted when the client has disconnected. */
  readonly signal?: AbortSignal
  /** Milliseconds to wait while others hold all connections, where it is not what callers wait. */
  readonly waitMs?: number
}

/** Maximum at once. */
export interface Shares {
  readonly all: number
  readonly tenant: number
  readonly account: number
}

/** How long, and how many, requests may wait. */
interface Patience {
  /** Milliseconds to wait for connections that others hold, and for the own share. */
  readonly all: number
  readonly own: number
  /** Milliseconds to wait in all where, at the pace at which turns are released, one comes within that time. */
  readonly queue: number
  /** Maximum waiting requests of one account, and in total. */
  readonly waiting: { readonly account: number; readonly all: number }
}

/** Of the server's own work. */
const forServer: Patience = { all: 900, own: 900, queue: 5_000, waiting: { account: 1_000, all: 1_000 } }
const forStatements: Patience = { all: 900, own: 12_000, queue: 5_000, waiting: { account: 100, all: 1_000 } }
/** Milliseconds of waiting that one held connection less is worth in the order. */
const precedenceMs = 5_000
/** Milliseconds after which a request that found the queue full is refused, ±25 %. */
const crowdPauseMs = 1_000

interface Waiting extends QueryOwner {
  readonly since: number
  /** How many turns had been released by then. */
  readonly released: number
  readonly go: () => void
}

export class Turns {
  private running = 0
  private released = 0
  private readonly held = new Map<string, number>()
  private readonly waiting: Waiting[] = []

  constructor(
    private readonly shares: Shares,
    private readonly timeouts = forStatements,
  ) {}

  /** How many wait for a turn. */
  get waitingCount(): number {
    return this.waiting.length
  }

  /**
   * Acquires a turn; the returned function releases it.
   * @throws RequestError 503 when all connections stay busy, 429 when the own share does; RequestAborted when the
   * signal is aborted
   */
  async take(queryOwner: QueryOwner): Promise<() => void> {
    if (queryOwner.signal?.aborted) throw new RequestAborted('The client no longer waits for a turn.')
    if (this.running < this.shares.all && !this.isFull(queryOwner)) this.enter(queryOwner)
    else await this.wait(queryOwner)
    let released = false
    return () => {
      if (released) return
      released = true
      this.leave(queryOwner)
    }
  }

  /**
   * Runs `work` within a turn.
   * @throws what `take` throws
   */
  async run<T>(queryOwner: QueryOwner, work: () => Promise<T>): Promise<T> {
    const leave = await this.take(queryOwner)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  /**
   * Refuses a request that could not even wait, before anything is read or planned for it. The refusal comes after a
   * second: a sender that repeats each refused request at once would otherwise keep the server busy with refusals.
   * @throws RequestError 503 or 429 like `take`, RequestAborted when the signal is aborted
   */
  awaitRoom(queryOwner: QueryOwner): Promise<void> {
    return assertPatiently(() => this.assertRoom(queryOwner), queryOwner)
  }

  private assertRoom({ account }: QueryOwner): void {
    const { waiting: limits } = this.timeouts
    if (this.waiting.length >= limits.all) throw allTaken()
    const others = this.waiting.length < limits.account ? [] : this.waiting
    if (others.filter((waiting) => waiting.account === account).length >= limits.account) throw ownShareTaken()
  }

  private async wait(queryOwner: QueryOwner): Promise<void> {
    this.assertRoom(queryOwner)
    await new Promise<void>((resolve, reject) => {
      const settle = (then: () => void) => {
        clearTimeout(timer)
        queryOwner.signal?.removeEventListener('abort', abandoned)
        then()
      }
      const waiting: Waiting = {
        ...queryOwner,
        signal: queryOwner.signal,
        since: performance.now(),
        released: this.released,
        go: () => settle(resolve),
      }
      const give = (error: Error) => {
        this.waiting.splice(this.waiting.indexOf(waiting), 1)
        settle(() => reject(error))
      }
      const abandoned = () => give(new RequestAborted('The client no longer waits for a turn.'))
      const waitMs = queryOwner.waitMs ?? this.timeouts.all
      const judge = () => {
        const waitedMs = performance.now() - waiting.since
        if (this.isFull(queryOwner))
          timer = setTimeout(() => give(ownShareTaken()), Math.max(0, this.timeouts.own - waitedMs))
        else if (this.canExpectTurn(waiting))
          timer = setTimeout(judge, Math.min(waitMs, this.timeouts.queue - waitedMs))
        else give(allTaken())
      }
      let timer = setTimeout(judge, waitMs)
      queryOwner.signal?.addEventListener('abort', abandoned, { once: true })
      this.waiting.push(waiting)
    })
  }

  /**
   * Whether a queue that moves reaches the request in time: with many callers at once waiting longer is usual, and each
   * refusal would only be repeated behind the others.
   */
  private canExpectTurn(waiting: Waiting): boolean {
    const waitedMs = performance.now() - waiting.since
    const pace = (this.released - waiting.released) / waitedMs
    const earlier = this.waiting.slice(0, this.waiting.indexOf(waiting)).filter((each) => !this.isFull(each)).length
    return pace * (this.timeouts.queue - waitedMs) > earlier
  }

  private isFull({ account, tenant }: QueryOwner): boolean {
    return this.heldBy(account) >= this.shares.account || this.heldBy(tenant) >= this.shares.tenant
  }

  private heldBy(key: string): number {
    return this.held.get(key) ?? 0
  }

  private enter(queryOwner: QueryOwner): void {
    this.running += 1
    for (const key of [queryOwner.account, queryOwner.tenant]) this.held.set(key, this.heldBy(key) + 1)
  }

  private leave(queryOwner: QueryOwner): void {
    this.running -= 1
    this.released += 1
    for (const key of [queryOwner.account, queryOwner.tenant]) {
      const left = this.heldBy(key) - 1
      if (left > 0) this.held.set(key, left)
      else this.held.delete(key)
    }
    const next = this.nextOf(this.waiting.filter((waiting) => !this.isFull(waiting)))
    if (!next) return
    this.waiting.splice(this.waiting.indexOf(next), 1)
    this.enter(next)
    next.go()
  }

  /**
   * Those holding less go first, up to a limit; otherwise short statements could starve an account with a long one.
   */
  private nextOf(ready: readonly Waiting[]): Waiting | undefined {
    const rank = ({ account, since }: Waiting) => since + this.heldBy(account) * precedenceMs
    return ready.length === 0
      ? undefined
      : ready.reduce((next, waiting) => (rank(waiting) < rank(next) ? waiting : next))
  }
}

/** Turns of the server's own connections, which are no account's share. */
export const serverTurns = (all: number): Turns => new Turns({ all, tenant: Infinity, account: Infinity }, forServer)

/**
 * Asserts that there is room, a second time after a pause.
 * @throws what `assertRoom` throws; RequestAborted when the signal is aborted
 */
export async function assertPatiently(assertRoom: () => void, waiting: Pick<QueryOwner, 'signal'>): Promise<void> {
  try {
    assertRoom()
  } catch {
    // Spread over time: requests refused together would otherwise be repeated together.
    await pause(crowdPauseMs * (0.75 + Math.random() / 2), undefined, { signal: waiting.signal }).catch(
      (cause: unknown) => {
        throw new RequestAborted('The client no longer waits for room.', { cause })
      },
    )
    assertRoom()
  }
}

function allTaken(): RequestError {
  return new RequestError('server_busy', {}, { retryAfter: 1 })
}

/** The refusal of an account that has too many requests at work or waiting. */
export function ownShareTaken(): RequestError {
  return new RequestError('too_many_requests', {}, { retryAfter: 2 })
}
