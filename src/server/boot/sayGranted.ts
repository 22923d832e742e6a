// Prints which codes roles received from modules.
import type { Log } from '../context/log'
import type { Granted } from '../migration/firstGrants'

export function sayGranted(log: Log, granted: readonly Granted[]): void {
  for (const { code, roles } of granted)
    log.say(`The code "${code}" was given to ${roles} ${roles === 1 ? 'role' : 'roles'}, as a module grants it.`)
}
