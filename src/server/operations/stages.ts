// Which stages lie on a record's way? Those of its entity that its own rules do not skip; whoever may see the record may see its way.
import type { Entity } from '../../manifest/app'
import type { Context } from '../context'
import { Facts } from '../transition/facts'
import { Reader } from '../transition/reader'
import { Subject } from '../transition/subject'

/** The states, in their order; undefined for an entity without stages. */
export async function stagesOf(context: Context, entity: Entity, id: number): Promise<string[] | undefined> {
  if (entity.stages.length === 0) return undefined
  const reader = new Reader(context.app, context, new Facts(context.app, context))
  const names = { record: new Subject(context.app, entity, id, {}) }
  await reader.prepare([{ names, rules: entity.stages.map(({ skip }) => skip) }])
  return entity.stages.filter(({ skip }) => !skip || !reader.holds(names, skip)).map(({ state }) => state)
}
