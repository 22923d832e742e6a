// Tries the transitions of rows without writing: new ones together, others one by one.
import { isLastingRefusal, RequestError } from '../../../../protocol/requestError'
import { dryRunTransition, type DryRun } from '../../../mutation/dryRuns'
import { dryRunCreations } from '../../../mutation/creations'
import { dryRunDependencies } from '../../../mutation/runDependencies'
import type { RequestContext } from '../../contract/operation'
import type { CheckedRow } from '../imports'
import type { ExchangeScreen } from '../sheetColumns'

/** Of new rows that can be read, where none of them is refused. */
export async function dryRunRows(
  context: RequestContext,
  { entity }: ExchangeScreen,
  rows: readonly CheckedRow[],
): Promise<ReadonlyMap<CheckedRow, DryRun>> {
  const created = rows.filter(({ state }) => state === 'create')
  if (created.length < 2) return new Map()
  const requests = created.map(({ plan }) => ({ entity: entity.name, ...plan! }))
  try {
    const tried = await dryRunCreations(dryRunDependencies(context), context.caller, requests, context.now)
    return new Map(created.map((row, index) => [row, tried[index]!]))
  } catch (error) {
    if (isOfRow(error)) return new Map()
    throw error
  }
}

/** What was looked up too often leaves a row unchecked, and the others go on. */
const isOfRow = (error: unknown): error is RequestError =>
  isLastingRefusal(error) || (error instanceof RequestError && error.key === 'too_many_lookups')

export async function dryRunOf(
  context: RequestContext,
  { entity }: ExchangeScreen,
  { plan }: CheckedRow,
  unread: readonly string[],
): Promise<RequestError | DryRun> {
  const request = { entity: entity.name, ...plan!, unread }
  try {
    return await dryRunTransition(dryRunDependencies(context), context.caller, request, context.now)
  } catch (error) {
    if (isOfRow(error)) return error
    throw error
  }
}
