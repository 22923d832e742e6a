// Listens for page, calls and, without an address of their own, health and metrics on one port.
// Listens before it serves, and keeps answering during shutdown.
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { RequestError } from '../../protocol/requestError'
import type { Transport } from '../../protocol/transport'
import { tokenIn } from '../auth/callers'
import type { Dependencies } from '../endpoints/contract/dependencies'
import { createHandler, findTarget } from '../http/handleCall'
import { createHttp } from '../http/http'
import { languageOf, pageLanguage } from '../context/language'
import type { Lifecycle } from './lifecycle'
import { entryOf } from '../endpoints/screens/publicEntry'
import { standInPath } from '../integrations/partner/client'
import { mapPlace, type MapPlace } from '../integrations/map/mapPage'
import type { OpenedIntegrations } from '../integrations/open'
import { offeredMap } from '../integrations/map/offeredMap'
import { errorReply } from '../endpoints/contract/errorReply'
import { StartProblem } from '../context/startError'
import { localeOf } from '../context/phrases'

interface Listening {
  /** http://host:port */
  readonly address: string
  readonly close: () => Promise<void>
}

interface Shown {
  readonly integrations: OpenedIntegrations
  readonly webFolder: string
  readonly lifecycle: Lifecycle
}

const closeGraceMs = 8_000

/** @throws StartProblem when it cannot listen there */
export async function startListening(
  dependencies: Dependencies,
  { integrations, webFolder, lifecycle }: Shown,
): Promise<Listening> {
  const { configuration, liveApp, database, live, log, callers, clock } = dependencies
  const isTarget = (method: string, path: string) => findTarget(liveApp.current, method, path) !== undefined
  const server = await createHttp({
    transport: onceStarted(dependencies, lifecycle, createHandler(liveApp, database, dependencies)),
    isCall: (method, path) => path.startsWith('/api/') || isTarget(method, path),
    isTarget,
    configuration,
    log,
    isKnown: async (headers) =>
      (await callers.identify(liveApp.current, tokenIn(headers), liveApp.current.product.languages[0], clock())) !==
      undefined,
    webFolder,
    standIn: integrations.standIn,
    frames: pageOrigins(dependencies, integrations),
    map: await mapOf(dependencies, integrations),
    entry: (cookies) =>
      entryOf(liveApp.current, pageLanguage(liveApp.current.product, cookies), dependencies.identities),
    metrics: lifecycle.metrics,
    ...(!configuration.operations && { health: lifecycle.health }),
  })
  const close = async () => {
    // Open event streams never end on their own; running calls get a grace period.
    live.close()
    const impatient = setTimeout(() => server.server.closeAllConnections(), closeGraceMs)
    // Close connections that have sent their last answer.
    const idle = setInterval(() => server.server.closeIdleConnections(), 50)
    await server.close()
    clearInterval(idle)
    clearTimeout(impatient)
  }
  const { host, port } = configuration
  try {
    await server.listen({ host, port })
  } catch (error) {
    await server.close()
    throw listenProblem(error, host, port)
  }
  const visible = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return { address: `http://${visible}:${(server.server.address() as AddressInfo).port}`, close }
}

/** Refuses every call with "try again" until tables and data are prepared. */
function onceStarted({ liveApp, log }: Dependencies, lifecycle: Lifecycle, transport: Transport): Transport {
  return async (call) =>
    lifecycle.started()
      ? transport(call)
      : errorReply(
          new RequestError('server_starting', {}, { retryAfter: 2 }),
          localeOf(liveApp.current.product, languageOf(liveApp.current.product, call.headers)),
          log,
        )
}

function listenProblem(error: unknown, host: string, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return new StartProblem(
      `Port ${port} on ${host} is taken by another program. Stop that program, or set PORT to another port.`,
      { cause: error },
    )
  if (code === 'EACCES')
    return new StartProblem(`This user may not listen on port ${port}. Set PORT to a port of 1024 or higher.`, {
      cause: error,
    })
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartProblem(
      `This machine has no address ${host}. Set HOST to 127.0.0.1, or to an address of this machine.`,
      { cause: error },
    )
  return error
}

/** The origins of the pages that screens show in frames. */
function pageOrigins({ liveApp }: Dependencies, { settings }: OpenedIntegrations): string[] {
  return Object.values(liveApp.current.integrations).flatMap((integration) => {
    const found = settings(integration)
    return found && integration.pagePath !== undefined ? [new URL(found.address).origin] : []
  })
}

/** The map service with the script that speaks to it. @throws StartProblem when that script is missing */
async function mapOf(dependencies: Dependencies, { settings }: OpenedIntegrations): Promise<MapPlace | undefined> {
  const { liveApp, configuration } = dependencies
  const integration = offeredMap(liveApp.current, dependencies)
  if (!integration) return undefined
  const path = join(configuration.schemasDir, integration.map!.adapter)
  const adapter = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new StartProblem(
      `The script ${path} cannot be read, which ${integration.name}.integration.json names as the adapter of its map.`,
      { cause: error },
    )
  })
  return mapPlace(integration, settings(integration), { standIn: `${standInPath}/${integration.name}`, adapter })
}
