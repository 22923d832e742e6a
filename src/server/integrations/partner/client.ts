// Resolves the address of each integration, configured or stand-in, and sends requests to it.
import { jsonObjectIn } from '../../../manifest/json/jsonText'
import type { Integration } from '../../../manifest/model/app'
import type { HttpEgress } from '../../egress/httpEgress'
import type { IntegrationClient, SecretStore } from '../contract/integrationContext'

/** Below this path the server serves the pages of stand-ins, each in a sandbox that shares nothing with the product. */
export const standInPath = '/stand-in'

/**
 * `configured`: the address of a configured integration; `standIns`: the base address of the stand-ins, with the
 * integration in the path.
 */
export function createIntegrationClient({
  outgoing,
  secretStore,
  configured,
  standIns,
}: {
  readonly outgoing: HttpEgress
  readonly secretStore: SecretStore
  readonly configured: (system: string) => string | undefined
  readonly standIns: string
}): IntegrationClient {
  outgoing.allow(new URL(standIns).origin, { ours: true })
  return {
    outgoing,
    secretStore,
    addressOf: (system) => configured(system) ?? `${standIns}/${system}`,
    publicAddressOf: (system) => configured(system) ?? `${standInPath}/${system}`,
    standsIn: (system) => configured(system) === undefined,
  }
}

interface IntegrationRequest {
  readonly path: string
  readonly query: URLSearchParams
  readonly cookie?: string
  readonly signal?: AbortSignal
}
interface IntegrationResponse {
  readonly status: number
  readonly cookies: readonly string[]
  readonly json: Readonly<Record<string, unknown>> | undefined
}

const maxBytes = 4 * 1024 * 1024

/** Sends a GET request to an integration. @throws OutgoingError */
export async function requestIntegration(
  client: IntegrationClient,
  system: Integration,
  { path, query, cookie, signal }: IntegrationRequest,
): Promise<IntegrationResponse> {
  const url = new URL(client.addressOf(system.name) + path)
  url.search = query.toString()
  const { status, headers, body } = await client.outgoing.call(url, {
    timeoutMs: system.timeoutMs,
    maxBytes,
    signal,
    headers: { accept: 'application/json', ...(cookie && { cookie }) },
  })
  return {
    status,
    cookies: headers['set-cookie'] ?? [],
    json: jsonObjectIn(body.toString('utf8').replace(/^\uFEFF/, '')),
  }
}

/** Whether a response has the values that mark success. */
export function isSuccess({ status, json }: IntegrationResponse, success: Readonly<Record<string, string>>): boolean {
  return (
    status === 200 &&
    json !== undefined &&
    Object.entries(success).every(([name, value]) => Object.hasOwn(json, name) && json[name] === value)
  )
}

const cookiePart = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)=([\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*)/
const maxCookies = 20

/** The cookies of a response in the form of a later request's header; leaves out malformed and excess ones. */
export function cookieHeader(cookies: readonly string[]): string {
  const byName = new Map(
    cookies.slice(0, maxCookies).flatMap((line) => {
      const match = cookiePart.exec(line)
      return match ? [[match[1]!, match[2]!] as const] : []
    }),
  )
  return [...byName]
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
    .slice(0, 8_000)
}
