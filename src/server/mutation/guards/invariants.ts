// Checks the invariants of every record this request wrote, after all effects.
// Reads the values that the database holds now, if what was stored of the record itself leaves a rule open.
import { entityOf } from '../../../manifest/model/app'
import { checkError } from './checks'
import { checkKeyAddresses } from './keyAddresses'
import { ValueResolver } from '../state/valueResolver'
import { RecordDraft } from '../state/recordDraft'
import { callerContext, systemCaller, type WriteContext } from '../state/writeContext'

/**
 * Reads the records again where needed, one statement per entity.
 * @throws RequestError invariant_failed with the message of a violated invariant, or of all; input_invalid for an API
 * key whose addresses cannot be read
 */
export async function checkInvariants(context: WriteContext): Promise<void> {
  context.cache.forgetAll()
  const resolver = new ValueResolver(context.app, callerContext(context, systemCaller(context.starter)), context.cache)
  for (const [name, written] of context.written) {
    const entity = entityOf(context.app, name)
    if (entity.invariants.length === 0) continue
    const all = [...written.values()].map(({ id, stored }) => ({
      record: new RecordDraft(context.app, entity, id, stored ?? {}),
    }))
    const rules = entity.invariants.map(({ rule }) => rule)
    await resolver.prepare(
      all.map((names) => ({ names, rules: rules.filter((rule) => !resolver.isDecided(names, rule)) })),
    )
    for (const names of all) {
      const broken = entity.invariants.filter(({ rule }) => !resolver.holds(names, rule))
      if (broken.length > 0)
        throw await checkError(resolver, names, context.unread ? broken : broken.slice(0, 1), 'invariant_failed')
    }
  }
  await checkKeyAddresses(context)
}
