// Counts what a dry run tries of masked unique values: its answer shows whether a record has them.
import { declared } from '../../manifest/expression/values/present'
import { validateValue } from '../../manifest/fieldTypes/fieldTypes'
import type { App } from '../../manifest/model/app'
import type { Context } from '../context/context'
import type { Database } from '../database/connection/openDatabase'
import { maskText } from '../query/expression/mask'
import { givable } from './input/givable'
import type { TransitionBatch } from './state/writeContext'
import { countLookups, triedValue } from './write/lookupTries'

/**
 * A file may contain thousands of masked values, but many that look alike under the mask are attempts to guess one.
 * @throws RequestError too_many_lookups
 */
export async function countMasked(
  { database, app }: { readonly database: Pick<Database, 'query'>; readonly app: App },
  { caller, now }: Pick<Context, 'caller' | 'now'>,
  { entity: { fields, unique }, requests }: TransitionBatch,
): Promise<void> {
  const lookups = requests.flatMap(({ values: given }) => {
    const masking = unique.filter((rule) =>
      rule.fields.some((name) => declared(fields, name).mask && Object.hasOwn(given, name)),
    )
    return masking.map(({ fields: names }) => {
      // As they would be stored: another spelling of a value is no further one.
      const values = Object.fromEntries(
        names.map((name) => {
          const field = declared(fields, name)
          const checked = validateValue(given[name], field, givable(app, field, undefined))
          return [name, 'value' in checked ? checked.value : null]
        }),
      )
      const masked = names.map((name) => {
        const { mask } = declared(fields, name)
        return [name, mask ? maskText(String(values[name] ?? ''), mask.unmasked) : values[name]] as const
      })
      return { value: triedValue(names, values), visible: triedValue(names, Object.fromEntries(masked)) }
    })
  })
  await countLookups(database, caller, lookups, now)
}
