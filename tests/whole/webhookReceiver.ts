// Starts, queries and kills a separate program that receives webhooks.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

export interface Received {
  readonly kept: readonly {
    readonly id: string
    readonly type: string
    readonly timestamp: string
    readonly data: { readonly id: number; readonly action: string; readonly record: Record<string, unknown> }
  }[]
  /** The ids of all arrivals since it began, in order. */
  readonly arrivals: readonly string[]
  /** How many were not signed with its secret. */
  readonly forged: number
}

export interface Receiver {
  readonly address: string
  received(): Promise<Received>
  verifyWith(secret: string): Promise<void>
  answerWith(status: number): Promise<void>
  /** As `kill -9`. */
  kill(): Promise<void>
  /** On the same port, with what it kept. */
  startAgain(): Promise<void>
}

export async function startReceiver(file: string): Promise<Receiver> {
  let child: ChildProcess
  let port = '0'
  const start = async () => {
    child = spawn(process.execPath, ['tests/whole/receiveWebhooks.mjs', file, port], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    port = String((await once(child.stdout!, 'data'))[0]).trim()
  }
  await start()
  const own = () => `http://127.0.0.1:${port}`
  const put = async (path: string, body: string) => void (await fetch(`${own()}${path}`, { method: 'PUT', body }))
  return {
    get address() {
      return `${own()}/events`
    },
    received: async () => (await (await fetch(own())).json()) as Received,
    verifyWith: (secret) => put('/secret', secret),
    answerWith: (status) => put('/answer', String(status)),
    async kill() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
    },
    startAgain: start,
  }
}
