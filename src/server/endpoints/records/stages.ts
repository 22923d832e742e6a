// Reads the stages of a record's path: those that the entity's rules do not skip.
// A caller who may read the record may read its stages.
import type { Entity } from '../../../manifest/model/entity'
import type { Context } from '../../context/context'
import { RecordCache } from '../../mutation/state/recordCache'
import { ValueResolver } from '../../mutation/state/valueResolver'
import { RecordDraft } from '../../mutation/state/recordDraft'

/** The stages in order; undefined for an entity without stages. */
export async function stagesOf(context: Context, entity: Entity, id: number): Promise<string[] | undefined> {
  if (entity.stages.length === 0) return undefined
  const resolver = new ValueResolver(context.app, context, new RecordCache(context.app, context))
  const names = { record: new RecordDraft(context.app, entity, id, {}) }
  await resolver.prepare([{ names, rules: entity.stages.map(({ skipWhen: skip }) => skip) }])
  return entity.stages.filter(({ skipWhen: skip }) => !skip || !resolver.holds(names, skip)).map(({ state }) => state)
}
