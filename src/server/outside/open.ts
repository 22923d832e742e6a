// How do the outside systems become part of a running server? Their stand-ins are started, their addresses allowed, the key of the vault read.
import { join } from 'node:path'
import type { App } from '../../manifest/app'
import type { Configuration } from '../configuration'
import type { Log } from '../log'
import { createOutgoing } from '../outgoing/outgoing'
import { createStandInIdentity, type OutsideIdentities } from '../outsideIdentities'
import type { Senders } from '../senders/sender'
import { createSms } from '../senders/sms'
import { createSenderStandIn, standInAccount, type SenderStandIn } from '../senders/standIn'
import { createWeChat } from '../senders/wechat'
import { createDoor, type OutsideDoor } from './door'
import { createStandIn, type StandIn } from './standIn'
import { serveStandIns, standInData } from './standInServer'
import { createVault, vaultKey } from './vault'

export interface OpenedOutside {
  readonly door: OutsideDoor
  readonly standIn: StandIn
  readonly senders: Senders
  /** Services that say who their users are. */
  readonly identities: OutsideIdentities
  /** What the stand-ins of senders were handed. */
  readonly sent: SenderStandIn['sent']
  close(): Promise<void>
}

/** @throws StartProblem when the key of the vault cannot be used */
export async function openOutside(
  configuration: Configuration,
  app: () => App,
  log: Log,
  clock: () => Date,
): Promise<OpenedOutside> {
  const vault = createVault(await vaultKey(configuration.secretKey, configuration.dataDir))
  const standIn = createStandIn(app, standInData(configuration.schemasDir, clock))
  const senderStandIn = createSenderStandIn(join(configuration.dataDir, 'outbox'), clock)
  const server = await serveStandIns(standIn, senderStandIn, log)
  for (const name of Object.keys(configuration.outside))
    if (!Object.hasOwn(app().outside, name))
      log.warn(
        `OUTSIDE names "${name}", but there is no ${name}.outside.json. Known: ${Object.keys(app().outside).join(', ')}.`,
      )
  const outgoing = createOutgoing({ privateNames: configuration.outsidePrivate })
  const door = createDoor({ outgoing, vault, configured: configuration.outside, standIns: server.address })
  const { sms = { url: `${server.address}/sms` }, wechat = { url: `${server.address}/wechat`, ...standInAccount } } =
    configuration
  for (const { url } of [sms, wechat])
    if (new URL(url).origin !== new URL(server.address).origin) outgoing.allow(new URL(url).origin)
  const weChat = createWeChat(outgoing, wechat, clock)
  return {
    door,
    standIn,
    sent: senderStandIn.sent,
    senders: { sms: createSms(outgoing, sms), wechat: weChat },
    identities: { wechat: configuration.wechat ? weChat : createStandInIdentity(), ea: createStandInIdentity() },
    close: () => server.close(),
  }
}
