// What does a request need besides itself? Everything with a life of its own, made once at the start and handed down; nothing is reached globally.
import type { AppHolder } from './appHolder'
import type { Configuration } from './configuration'
import type { Database } from './database/open'
import type { FileStore } from './files/store'
import type { Callers } from './identify'
import type { Live } from './live'
import type { Log } from './log'
import type { OutsideIdentities } from './outsideIdentities'
import type { Senders } from './senders/sender'
import type { OutsideDoor } from './outside/door'

export interface Dependencies {
  readonly holder: AppHolder
  readonly database: Database
  readonly configuration: Configuration
  readonly log: Log
  readonly live: Live
  readonly files: FileStore
  readonly callers: Callers
  readonly senders: Senders
  /** Services that say who their users are. */
  readonly identities: OutsideIdentities
  readonly outside: OutsideDoor
  /** The moment; tests and demo data bring their own. */
  readonly clock: () => Date
}
