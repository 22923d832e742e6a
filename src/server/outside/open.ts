// How do the outside systems become part of a running server? Their stand-ins are started, their addresses allowed, the key of the vault read.
import type { App } from '../../manifest/app'
import type { Configuration } from '../configuration'
import type { Log } from '../log'
import { createOutgoing } from '../outgoing/outgoing'
import { createDoor, type OutsideDoor } from './door'
import { createStandIn, type StandIn } from './standIn'
import { serveStandIns, standInData } from './standInServer'
import { createVault, vaultKey } from './vault'

export interface OpenedOutside { readonly door: OutsideDoor; readonly standIn: StandIn; close(): Promise<void> }

/** @throws StartProblem when the key of the vault cannot be used */
export async function openOutside(configuration: Configuration, app: () => App, log: Log, clock: () => Date): Promise<OpenedOutside> {
  const vault = createVault(await vaultKey(configuration.secretKey, configuration.dataDir))
  const standIn = createStandIn(app, standInData(configuration.schemasDir, clock))
  const server = await serveStandIns(standIn, log)
  for (const name of Object.keys(configuration.outside)) if (!Object.hasOwn(app().outside, name)) log.warn(`OUTSIDE names "${name}", but there is no ${name}.outside.json. Known: ${Object.keys(app().outside).join(', ')}.`)
  const door = createDoor({ outgoing: createOutgoing({ privateNames: configuration.outsidePrivate }), vault, configured: configuration.outside, standIns: server.address })
  return { door, standIn, close: () => server.close() }
}
