// How is the product asked under load? Over its socket, as people of the demo data, with the time of each answer.
import { Agent, request } from 'node:http'
import { accounts, password } from '../story/teller'

export interface Answered {
  readonly status: number
  readonly code: number
  /** Of a refusal. */
  readonly key?: string
  readonly milliseconds: number
}

/** Keeps as many connections as are asked for, and knows everybody's token. */
export class LoadAsker {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 400 })
  private readonly tokens = new Map<string, string>()

  constructor(private readonly address: string) {}

  async signIn(person: string, mobile = accounts[person]): Promise<void> {
    type Told = { data: { token?: string; accounts?: readonly { handle: string }[] } }
    const ask = async (body: object) => {
      const reply = await fetch(`${this.address}/pcindex/login/login_check.html`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return (await reply.json()) as Told
    }
    const { data } = await ask({ account: mobile, password, pwdType: 'password' })
    const token = data.token ?? (await ask({ handle: data.accounts![0]!.handle, pwdType: 'handle' })).data.token
    if (!token) throw new Error(`${person} cannot sign in.`)
    this.tokens.set(person, token)
  }

  token(person: string): string {
    return this.tokens.get(person)!
  }

  /** Status -1: no answer came. The body is read to its end and not kept. */
  post(person: string, path: string, body: object): Promise<Answered> {
    const began = performance.now()
    return new Promise((resolve) => {
      const done = (status: number, start = '') =>
        resolve({
          status,
          code: Number(/^\{"code":(\d+)/.exec(start)?.[1] ?? (status === 200 ? 2000 : 0)),
          key: /^\{"code":\d+,"msg":"[^"]*","key":"(\w+)"/.exec(start)?.[1],
          milliseconds: performance.now() - began,
        })
      const call = request(
        `${this.address}${path}`,
        {
          agent: this.agent,
          method: 'POST',
          headers: { 'x-token': this.token(person), 'content-type': 'application/json' },
        },
        (reply) => {
          let start = ''
          reply.on('data', (part: Buffer) => {
            if (start.length < 400) start += part.toString('latin1')
          })
          reply.once('end', () => done(reply.statusCode!, start))
          reply.once('error', () => done(-1))
        },
      )
      call.once('error', () => done(-1))
      call.setTimeout(60_000, () => call.destroy(new Error('late')))
      call.end(JSON.stringify(body))
    })
  }

  /** The status, the code, and the id of the stored file; status -1: no answer came. */
  async upload(
    person: string,
    name: string,
    bytes: Uint8Array,
  ): Promise<Omit<Answered, 'milliseconds' | 'key'> & { id?: string }> {
    const form = new FormData()
    form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
    try {
      const reply = await fetch(`${this.address}/pcindex4/upload.html`, {
        method: 'POST',
        headers: { 'x-token': this.token(person) },
        body: form,
      })
      const { code, data } = (await reply.json()) as { code: number; data?: { id?: string } }
      return { status: reply.status, code, id: data?.id }
    } catch {
      return { status: -1, code: 0 }
    }
  }

  /** The lines of a file that a call answers; 0 when it is refused. */
  async lines(person: string, path: string, body: object): Promise<number> {
    const reply = await fetch(`${this.address}${path}`, {
      method: 'POST',
      headers: { 'x-token': this.token(person), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => undefined)
    if (!reply?.body || !/csv/.test(reply.headers.get('content-type') ?? '')) return 0
    let lines = 0
    for await (const part of reply.body) for (const byte of part) if (byte === 10) lines += 1
    return lines
  }

  close(): void {
    this.agent.destroy()
  }
}

export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0)
}
