// Reads the stages of a record's path: those that the entity's rules do not skip.
// A caller who may read the record may read its stages.
import type { Entity } from '../../../manifest/model/entity'
import type { Context } from '../../context/context'
import type { Wording } from '../../mutation/guards/ruleSentence'
import { RecordCache } from '../../mutation/state/recordCache'
import { ValueResolver } from '../../mutation/state/valueResolver'
import { RecordDraft } from '../../mutation/state/recordDraft'

/** The stages in order; undefined for an entity without stages. */
export async function stagesOf(context: Context, entity: Entity, id: number): Promise<string[] | undefined> {
  if (entity.stages.length === 0) return undefined
  const resolver = new ValueResolver(context.app, context, new RecordCache(context.app, context))
  const names = { record: new RecordDraft(context.app, entity, id, {}) }
  return passedStages({ resolver, names, entity })
}

/** The stages in order, of a record that is at hand. */
export async function passedStages({
  resolver,
  names,
  entity: { stages },
}: Pick<Wording, 'resolver' | 'names' | 'entity'>): Promise<string[]> {
  await resolver.prepare([{ names, rules: stages.map(({ skipWhen }) => skipWhen) }])
  return stages.filter(({ skipWhen }) => !skipWhen || !resolver.holds(names, skipWhen)).map(({ state }) => state)
}
