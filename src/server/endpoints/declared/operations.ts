// The operations of declared endpoints by name; any other name is a problem of the manifest.
import { bindAccountOperation } from '../account/bindAccount'
import { changePassword } from '../account/changePassword'
import { listOperation, recordOperation } from '../lists/declaredReads'
import { dictionaryOptions } from '../screens/dictionaryOptions'
import { download } from '../files/download'
import { entryOperation } from '../screens/publicEntry'
import { maskedLogin } from '../account/maskedLogin'
import { messageCounters } from '../live/messageCounters'
import type { Operation } from '../contract/operation'
import { markRead } from '../records/messages/markRead'
import { resetPassword } from '../account/resetPassword'
import { runOnAccountOperation } from '../records/runOnAccount'
import { screenFigures } from '../reports/screenFigures'
import { sendCode } from '../account/sendCode'
import { sessionOperation } from '../account/session'
import { settingsOperation } from '../screens/settings'
import { signIn } from '../account/signIn'
import { signInByCode } from '../account/signInByCode'
import { signOut } from '../account/signOut'
import { syncIntegrationPassword } from '../integrations/syncPartner'
import { upload } from '../files/upload'

export const operations = {
  entry: entryOperation,
  signIn,
  signInByCode,
  signOut,
  session: sessionOperation,
  changePassword,
  maskedLogin,
  sendCode,
  resetPassword,
  runOnAccount: runOnAccountOperation,
  bindAccount: bindAccountOperation,
  syncIntegrationPassword,
  dictionaryOptions,
  settings: settingsOperation,
  screenFigures,
  list: listOperation,
  record: recordOperation,
  unreadCounts: messageCounters,
  markRead,
  upload,
  download,
} satisfies Record<string, Operation>
