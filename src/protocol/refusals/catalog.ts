// Every refusal of the server by its stable key.
// Clients may rely on key, code and status; the message is for people.
import { accountRefusals } from './accountRefusals'
import { fileRefusals } from './fileRefusals'
import { importRefusals } from './importRefusals'
import { listRefusals } from './listRefusals'
import { programRefusals } from './programRefusals'
import { recordRefusals } from './recordRefusals'
import { requestRefusals } from './requestRefusals'
import { serviceRefusals } from './serviceRefusals'

export const refusals = {
  ...requestRefusals,
  ...accountRefusals,
  ...programRefusals,
  ...recordRefusals,
  ...listRefusals,
  ...fileRefusals,
  ...importRefusals,
  ...serviceRefusals,
}

export type RefusalKey = keyof typeof refusals
