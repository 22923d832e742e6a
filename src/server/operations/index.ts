// Which operations are there for declared endpoints? This table and nothing else: a name that is not in it is a problem of the manifest.
import { changePassword } from './changePassword'
import { dictionaryOptions } from './dictionaryOptions'
import { download } from './download'
import { entry } from './entry'
import { messageCounters } from './messageCounters'
import type { Operation } from './operation'
import { readBatch } from './readBatch'
import { runOwn } from './runOwn'
import { screenFigures } from './screenFigures'
import { session } from './session'
import { settings } from './settings'
import { signIn } from './signIn'
import { signOut } from './signOut'
import { upload } from './upload'

export const operations = {
  entry, signIn, signOut, session, changePassword, runOwn,
  dictionaryOptions, settings, screenFigures,
  messageCounters, readBatch,
  upload, download,
} satisfies Record<string, Operation>
