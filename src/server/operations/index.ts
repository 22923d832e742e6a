// Which operations are there for declared endpoints? This table and nothing else: a name that is not in it is a problem of the manifest.
import { bindOwn } from './bindOwn'
import { changePassword } from './changePassword'
import { list, record } from './declaredReads'
import { dictionaryOptions } from './dictionaryOptions'
import { download } from './download'
import { entry } from './entry'
import { maskedLogin } from './maskedLogin'
import { messageCounters } from './messageCounters'
import type { Operation } from './operation'
import { readBatch } from './readBatch'
import { resetPassword } from './resetPassword'
import { runOwn } from './runOwn'
import { screenFigures } from './screenFigures'
import { sendCode } from './sendCode'
import { session } from './session'
import { settings } from './settings'
import { signIn } from './signIn'
import { signInByCode } from './signInByCode'
import { signOut } from './signOut'
import { syncOutside } from './syncOutside'
import { upload } from './upload'

export const operations = {
  entry,
  signIn,
  signInByCode,
  signOut,
  session,
  changePassword,
  maskedLogin,
  sendCode,
  resetPassword,
  runOwn,
  bindOwn,
  syncOutside,
  dictionaryOptions,
  settings,
  screenFigures,
  list,
  record,
  messageCounters,
  readBatch,
  upload,
  download,
} satisfies Record<string, Operation>
