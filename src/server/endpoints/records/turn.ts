// Answers POST /api/turn: what moves a record on from its state, which roles may run that,
// and since when it is in the state. It names no people: fields of the record do.
import { stepRank, stepRanks } from '../../../manifest/access/stepOrder'
import type { TurnAnswer, TurnRequest } from '../../../protocol/screenCalls'
import { holdersOf } from '../../auth/permissionHolders'
import type { Context } from '../../context/context'
import { inOneLanguage } from '../../context/language'
import { loadRecords, withinTenantOf } from '../../query/records/loadRecords'
import { notFound, readableEntity } from './record'

/** @throws RequestError record_not_reachable, permission_required, like the record itself */
export async function readTurn(wide: Context, { entity: name, id }: TurnRequest): Promise<TurnAnswer> {
  const { app, caller } = wide
  const entity = readableEntity(wide, name)
  const context = await withinTenantOf(wide, entity, id)
  const since = Object.hasOwn(entity.fields, 'stateAt') ? ['stateAt'] : []
  const [record] = await loadRecords(context, { entity: name, paths: since, where: { ids: [id] }, scoped: true })
  if (!record) throw notFound()
  const state = typeof record.state === 'string' ? record.state : undefined
  if (state === undefined || entity.states[state]?.closed) return {}
  const steps = Object.values(entity.transitions).filter(
    ({ name: step, from }) => from.includes(state) && stepRank(entity, step, state) === stepRanks.move,
  )
  const codesOf = ({ permissions }: (typeof steps)[number]) =>
    permissions.map(({ permission }) => permission).filter((code) => Object.hasOwn(app.access.permissions, code))
  const holders = await holdersOf(context, [...new Set(steps.flatMap(codesOf))])
  const named = steps
    .map((step) => ({
      transition: step.name,
      title: step.title,
      roles: [...new Set(codesOf(step).flatMap((code) => holders.get(code)?.roles ?? []))],
    }))
    .filter(({ roles }) => roles.length > 0)
  if (named.length === 0) return {}
  const moment = record.stateAt
  const answer = {
    steps: named,
    ...(moment !== null && moment !== undefined && { since: new Date(moment as string).toISOString() }),
  }
  return inOneLanguage(answer, app.product, caller.language)
}
