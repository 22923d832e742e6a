// Decides which steps of a checklist are done, by counting records within the caller's reach.
// Counting stops at the number that a step needs.
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Block } from '../../../manifest/model/block'
import type { BlockData } from '../../../protocol/reportCalls'
import type { Context } from '../../context/context'
import { jsonArray } from '../../database/sql/jsonObject'
import { countSelect } from './shortList'

/** One JSON array, in the order of the steps; for a block that was narrowed to the caller and has steps. */
export function stepsSelect(context: Context, { steps }: Block): Sql {
  const done = steps.map((step) => sql`(${countSelect(context, step, step.atLeast)}) >= ${raw(String(step.atLeast))}`)
  return sql`SELECT ${jsonArray(done)}`
}

export function presentSteps({ steps }: Block, done: readonly boolean[]): BlockData {
  return { block: 'checklist', steps: steps.map(({ name }, index) => ({ name, done: done[index] === true })) }
}
