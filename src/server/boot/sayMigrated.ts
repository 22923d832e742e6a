// Prints what a migration did to records, and which codes roles received from modules.
import { counted } from '../../manifest/problems/counted'
import type { Log } from '../context/log'
import type { Migrated } from '../migration/migrate'
import type { RowChange } from '../migration/heldRows'

/** A line for each change that met records and for each granted code; nothing if there were none. */
export function sayMigrated(log: Log, { granted, rows }: Migrated): void {
  for (const change of rows) if (change.count > 0) log.say(sentenceOf(change))
  sayGranted(log, granted)
}

/** What a change of tables calls when it has to wait. */
export const tablesInUse =
  ({ say }: Pick<Log, 'say'>) =>
  (): void =>
    say('Tables are in use, as by an export or a backup; they are changed as soon as they are free.')

/** One line for each code. Separate from `sayMigrated` since demo data bring roles of their own after the migration. */
export function sayGranted(log: Log, granted: Migrated['granted']): void {
  for (const { code, roles } of granted)
    log.say(`The code "${code}" was given to ${counted(roles, 'role')}, as a module grants it.`)
}

function sentenceOf({ kind, what, owner, name, successor, count }: RowChange): string {
  const subject = `The ${what} "${name}"${owner === '' ? '' : ` of "${owner}"`}`
  const records = counted(count, 'record')
  if (kind === 'dropped') return `${subject} was given up: what ${records} held is deleted.`
  return kind === 'renamed'
    ? `${subject} became "${successor}" in ${records}.`
    : `${subject} got "${successor}" in ${records} without a value.`
}
