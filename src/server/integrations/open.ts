// Connects integrations: starts their stand-ins, allows their addresses, reads the vault's key.
import { join } from 'node:path'
import type { App, Integration } from '../../manifest/model/app'
import type { Configuration } from '../context/configuration'
import type { Log } from '../context/log'
import { StartProblem } from '../context/startError'
import { createOutgoing } from '../egress/httpEgress'
import { createIdentity } from './channels/identify'
import { createMailer } from './channels/mailer'
import { createMessenger } from './channels/messenger'
import { createOidc } from './channels/oidc'
import type { MessageChannel, MessageChannels } from './contract/channel'
import {
  createStandInIdentity,
  isSignInProvider,
  type IdentityProviders,
  type IntegrationIdentity,
  type StandInIdentity,
} from './contract/identityProviders'
import type { IntegrationClient, ServiceContext } from './contract/integrationContext'
import { checkSettings, settingsOf, standInValues, type IntegrationSettings } from './contract/settings'
import { createIntegrationClient, standInPath } from './partner/client'
import { createSecretStore, vaultKey } from './partner/secretStore'
import { createSenderStandIn, type SenderStandIn } from './standIns/channels'
import { serveStandIns, standInData, standInLibrary } from './standIns/server'
import { createStandIn, type Stub } from './standIns/standIn'

export interface OpenedIntegrations {
  readonly client: IntegrationClient
  readonly standIn: Stub
  readonly channels: MessageChannels
  /** Integrations that identify their users. */
  readonly identities: IdentityProviders
  /** Messages that the stand-ins of channels received. */
  readonly sent: SenderStandIn['sent']
  /** The settings of an integration that is really there. */
  readonly settings: (integration: Integration) => IntegrationSettings | undefined
  close(): Promise<void>
}

/** @throws StartProblem when the key of the vault or a variable of an integration cannot be used */
export async function openIntegrations(
  configuration: Configuration,
  app: () => App,
  log: Log,
  clock: () => Date,
): Promise<OpenedIntegrations> {
  reportSettings(configuration, app(), log)
  const secrets = createSecretStore(await vaultKey(configuration.secretKey, configuration.dataDir))
  const { schemasDir } = configuration
  const standIn = createStandIn(app, standInData(schemasDir, clock), standInLibrary(schemasDir), (name) => {
    const identity = services.identities(name)
    // Outside a demo a code would bind or open an account without any proof.
    return configuration.demo && identity && 'giveCode' in identity ? (identity as StandInIdentity).giveCode : undefined
  })
  const senderStandIn = createSenderStandIn(app, join(configuration.dataDir, 'outbox'), clock)
  const server = await serveStandIns(standIn, senderStandIn, log)
  const egress = createOutgoing({ privateNames: configuration.privateIntegrations })
  const settings = perIntegration((integration) => {
    const found = settingsOf(integration, configuration)
    if (found && !integration.mail) egress.allow(new URL(found.address).origin)
    return found
  })
  const named = (name: unknown): Integration | undefined =>
    typeof name === 'string' && Object.hasOwn(app().integrations, name) ? app().integrations[name] : undefined
  const client = createIntegrationClient({
    outgoing: egress,
    secretStore: secrets,
    configured: (name) => {
      const integration = named(name)
      return integration && settings(integration)?.address
    },
    standIns: server.address,
  })
  const reached = (integration: Integration): IntegrationSettings =>
    settings(integration) ?? { address: `${server.address}/${integration.name}`, values: standInValues(integration) }
  const { privateIntegrations: privateNames, demo } = configuration
  const { takeMail } = senderStandIn
  const services = serviceOf({ named, settings, reached, takeMail, egress, clock, privateNames, demo, log })
  return {
    client,
    standIn,
    sent: senderStandIn.sent,
    settings,
    ...services,
    close: () => server.close(),
  }
}

interface Reach extends ServiceContext {
  readonly named: (name: unknown) => Integration | undefined
  readonly settings: OpenedIntegrations['settings']
  /** The settings of the integration or of its stand-in. */
  readonly reached: (integration: Integration) => IntegrationSettings
  readonly takeMail: SenderStandIn['takeMail']
  readonly demo: boolean
}

/** Channels and identity providers by the names of their integrations, each created when it is first used. */
function serviceOf(reach: Reach): Pick<OpenedIntegrations, 'channels' | 'identities'> {
  const { named, settings, reached, takeMail } = reach
  const channels = perIntegration<MessageChannel | undefined>((integration) => {
    const { name, channel, mail, token } = integration
    const reachable = mail && settings(integration)
    if (mail) return reachable ? createMailer(mail, reachable, reach) : { send: (message) => takeMail(name, message) }
    return channel && createMessenger(reach, { channel, token }, reached(integration))
  })
  const identities = perIntegration<IntegrationIdentity | undefined>((integration) => {
    const found = settings(integration)
    const { name, identify, oidc, token } = integration
    if (!identify && !oidc) return undefined
    // Outside a demo a stand-in must not let a person choose an account.
    const hasPages = reach.demo && (oidc !== undefined || identify?.authorize !== undefined)
    const pages = { address: `${standInPath}/${name}`, offered: isSignInProvider(integration) }
    if (!found) return createStandInIdentity(hasPages ? pages : undefined)
    return identify
      ? createIdentity(reach, { identify, token }, found)
      : createOidc({ name, oidc: oidc! }, found, reach)
  })
  const byName =
    <T>(create: (integration: Integration) => T) =>
    (name: unknown): T | undefined => {
      const integration = named(name)
      return integration && create(integration)
    }
  return { channels: byName(channels), identities: byName(identities) }
}

/** Memoizes a function until the manifest of the integration changes. */
function perIntegration<T>(create: (integration: Integration) => T): (integration: Integration) => T {
  const results = new WeakMap<Integration, { readonly value: T }>()
  return (integration) => {
    const entry = results.get(integration) ?? { value: create(integration) }
    results.set(integration, entry)
    return entry.value
  }
}

/** Stops the start for unusable variables, and logs the present names of those given by a former one. */
function reportSettings(configuration: Configuration, app: App, log: Log): void {
  const { problems, renamed } = checkSettings(app, configuration)
  if (problems.length > 0) throw new StartProblem(problems.join('\n'))
  for (const { formerName, name } of [...configuration.renamed, ...renamed])
    log.warn(`The environment variable ${formerName} is called ${name} now; the former name still works.`)
  const integrationNames = Object.values(app.integrations).flatMap(({ name, formerName }) => [name, formerName])
  for (const name of Object.keys(configuration.integrations))
    if (!integrationNames.includes(name))
      log.warn(
        [
          `INTEGRATIONS names "${name}", but there is no ${name}.integration.json.`,
          `Known: ${Object.keys(app.integrations).join(', ')}.`,
        ].join(' '),
      )
}
