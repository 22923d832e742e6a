// POST /api/reminder: which records does the reminder card of a screen show? Those of its rule within the caller's own reach; whoever may not
// open records of that entity has no such card.
import sql from 'sql-template-tag'
import type { ListAnswer, ReminderRequest } from '../../protocol/calls'
import { codes, Fault } from '../../protocol/envelope'
import type { Context, RawRecord } from '../context'
import { totalCap } from '../plan/listing'
import { bindOnce } from '../plan/slot'
import { openScreen } from './openScreen'
import { readableEntity } from './record'
import { presentShort, shortSelect } from './shortList'

const most = 50

/** The first records in the card's order, and how many there are. @throws Fault 2001 or 2002 */
export async function readReminder(context: Context, request: ReminderRequest): Promise<ListAnswer> {
  const screen = openScreen(context, request.screen, ['list'])
  const { reminder } = screen
  if (!reminder) throw new Fault(codes.refused, ['这个页面没有提醒', 'This screen reminds of nothing'])
  readableEntity(context, reminder.entity)
  const short = shortSelect(context, {
    entity: reminder.entity,
    where: reminder.where,
    sort: reminder.sort,
    columns: reminder.columns,
    rows: most,
    actions: reminder.actions,
  })
  const [answer] = await context.query<{ rows: RawRecord[] | null; total: number }>(
    bindOnce(sql`SELECT (${short.rows}) AS "rows", (${short.count(totalCap + 1)}) AS "total"`, { context }),
  )
  const total = answer?.total ?? 0
  return {
    rows: presentShort(context, short, answer?.rows ?? []),
    total: total > totalCap ? { count: totalCap, more: true } : { count: total, more: false },
  }
}
