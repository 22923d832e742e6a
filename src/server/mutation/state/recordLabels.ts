// Reads the labels of records as a caller may see them: masked in their state, absent out of reach.
import type { Entity } from '../../../manifest/model/entity'
import type { Caller, Context } from '../../context/context'
import { textFor } from '../../query/expression/mask'
import { loadRecords } from '../../query/records/loadRecords'
import { valueText } from './valueText'

/** The label of a record as a caller may see it in its state. */
export function labelFor(caller: Caller, { fields, labelField }: Entity, state: unknown, label: string): string {
  return textFor(caller, fields[labelField] ?? {}, state, label)
}

/** The labels of records by id; those out of the caller's reach are absent. */
export async function labelsInReach(
  context: Context,
  entity: Entity,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const { app, caller } = context
  const records = await loadRecords(context, {
    entity: entity.name,
    paths: [entity.labelField],
    where: { ids },
    scoped: true,
  })
  return new Map(
    records.map((record) => [
      record.id,
      labelFor(
        caller,
        entity,
        record.state,
        valueText(app, entity.fields[entity.labelField], record[entity.labelField], caller.language),
      ),
    ]),
  )
}
