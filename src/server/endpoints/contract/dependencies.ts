// The long-lived dependencies of a request, created at the start and passed down.
import type { LiveApp } from '../../context/liveApp'
import type { Configuration } from '../../context/configuration'
import type { Database } from '../../database/connection/openDatabase'
import type { FileStore } from '../../files/fileStore'
import type { Callers } from '../../auth/callers'
import type { Live } from '../../context/liveEvents'
import type { Log } from '../../context/log'
import type { IdentityProviders } from '../../integrations/contract/identityProviders'
import type { MessageChannels } from '../../integrations/contract/channel'
import type { IntegrationClient } from '../../integrations/contract/integrationContext'

export interface Dependencies {
  readonly liveApp: LiveApp
  readonly database: Database
  readonly configuration: Configuration
  readonly log: Log
  readonly live: Live
  readonly files: FileStore
  readonly callers: Callers
  readonly channels: MessageChannels
  /** Integrations that identify their users. */
  readonly identities: IdentityProviders
  readonly integrations: IntegrationClient
  /** The current time; tests and demo data provide their own. */
  readonly clock: () => Date
}
