// The context of a call to an integration: the caller's session there, egress and database.
import type { Call } from '../../../protocol/transport'
import type { Live } from '../../context/liveEvents'
import type { Log } from '../../context/log'
import type { FileContext } from '../../files/saveUpload'
import type { HttpEgress } from '../../egress/httpEgress'

export interface IntegrationContext extends FileContext {
  readonly server: FileContext['server'] & {
    readonly integrations: IntegrationClient
    readonly live: Pick<Live, 'changed'>
    readonly log: Pick<Log, 'info' | 'warn' | 'error'>
  }
  readonly call: Pick<Call, 'signal'>
}

/** What the services of all integrations share. */
export interface ServiceContext {
  readonly egress: HttpEgress
  readonly clock: () => Date
  readonly log: Log
  /** A configured name may resolve to a private address, as inside a company's network. */
  readonly privateNames: boolean
}

export interface IntegrationClient {
  readonly outgoing: HttpEgress
  readonly secretStore: SecretStore
  /** The integration's address for the server, with a base path but no trailing slash. */
  addressOf(system: string): string
  /** The same for a browser: this server serves the pages of stand-ins. */
  publicAddressOf(system: string): string
  /** Whether no address is configured, so that the stand-in responds. */
  standsIn(system: string): boolean
}

export interface SecretStore {
  /** `purpose`: what the text is and whose; opening requires the same. */
  seal(text: string, purpose: string): string
  /** Undefined when it was sealed under another key or for another purpose. */
  open(sealed: string, purpose: string): string | undefined
  /** A key for a purpose, always the same: 64 hexadecimal digits. */
  derive(purpose: string): string
}
