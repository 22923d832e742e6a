// Where do the outside systems stand? The configured address of each, or that of its stand-in; and everything that a call to one needs besides the question.
import type { Outside } from '../../manifest/app'
import type { Outgoing } from '../outgoing/outgoing'
import type { Vault } from './vault'

export interface OutsideDoor {
  readonly outgoing: Outgoing
  readonly vault: Vault
  /** The system's address for the server, with a base path but no slash at its end. */
  addressOf(system: string): string
  /** The same for a browser: a stand-in is reached through this very server. */
  publicAddressOf(system: string): string
  /** No address is configured: the embedded stand-in answers. */
  standsIn(system: string): boolean
}

/** Below this path the server shows the pages of stand-ins, each in a box of its own that shares nothing with the product. */
export const standInPath = '/stand-in'

/** `standIns`: the address under which the stand-ins answer, by the name of the system in their path. */
export function createDoor({
  outgoing,
  vault,
  configured,
  standIns,
}: {
  readonly outgoing: Outgoing
  readonly vault: Vault
  readonly configured: Readonly<Record<string, string>>
  readonly standIns: string
}): OutsideDoor {
  for (const address of Object.values(configured)) outgoing.allow(new URL(address).origin)
  outgoing.allow(new URL(standIns).origin, { ours: true })
  const own = (system: string) => (Object.hasOwn(configured, system) ? configured[system] : undefined)
  return {
    outgoing,
    vault,
    addressOf: (system) => own(system) ?? `${standIns}/${system}`,
    publicAddressOf: (system) => own(system) ?? `${standInPath}/${system}`,
    standsIn: (system) => own(system) === undefined,
  }
}

export interface Question {
  readonly path: string
  readonly query: URLSearchParams
  readonly cookie?: string
  readonly signal?: AbortSignal
}
export interface Answered {
  readonly status: number
  readonly cookies: readonly string[]
  readonly json: Readonly<Record<string, unknown>> | undefined
}

const mostBytes = 4 * 1024 * 1024

/** Asks a system by GET. @throws OutgoingError */
export async function askSystem(
  door: OutsideDoor,
  system: Outside,
  { path, query, cookie, signal }: Question,
): Promise<Answered> {
  const url = new URL(door.addressOf(system.name) + path)
  url.search = query.toString()
  const { status, headers, body } = await door.outgoing.call(url, {
    timeout: system.timeout,
    most: mostBytes,
    signal,
    headers: { accept: 'application/json', ...(cookie && { cookie }) },
  })
  return { status, cookies: headers['set-cookie'] ?? [], json: parsed(body) }
}

/** An object, or nothing: whatever else came is no answer. */
function parsed(body: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8').replace(/^\uFEFF/, ''))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    // A page, a cut answer, anything: told as an answer that cannot be understood.
    return undefined
  }
}

/** Whether an answer has the values that success is told by. */
export function isSuccess({ status, json }: Answered, success: Readonly<Record<string, string>>): boolean {
  return (
    status === 200 &&
    json !== undefined &&
    Object.entries(success).every(([name, value]) => Object.hasOwn(json, name) && json[name] === value)
  )
}

const cookiePart = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)=([\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*)/
const mostCookies = 20

/** The cookies of an answer as a later call sends them; what is no cookie, or too much, is left out. */
export function cookieHeader(cookies: readonly string[]): string {
  const kept = new Map(
    cookies.slice(0, mostCookies).flatMap((line) => {
      const match = cookiePart.exec(line)
      return match ? [[match[1]!, match[2]!] as const] : []
    }),
  )
  return [...kept]
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
    .slice(0, 8_000)
}
