// Adds how customers were invited to the store, to orders past that stage and some in it.
import { way } from './stages/way'
import { at, dayOf, finder, type Book } from './table'

const methods = ['phone', 'wechat', 'home']
const refusals = ['postponed', 'unreachable', 'declined']
const inviting = way.indexOf('inviting')
/** Days between the first visit to a site and the customer's visit to the store. */
const untilVisitDays = 9

export function addInvitations(book: Book): void {
  const invited = finder(book)(
    'order',
    ({ state, orderType, dealerFlagsIsInvite }) =>
      orderType === '1' && dealerFlagsIsInvite === true && way.indexOf(state as (typeof way)[number]) >= inviting,
  )
  for (const [index, { key, state, createdAt, stateAt }] of invited.entries()) {
    if (state === 'inviting') continue
    const day =
      state === 'caseConfirming' ? dayOf(stateAt) + 2 : Math.min(dayOf(createdAt) + untilVisitDays, dayOf(stateAt))
    const inviteMethod = methods[index % methods.length]!
    book.change('order', String(key), { inviteMethod, inviteResult: 'agreed', visitAt: at(day, 10) })
  }
  const waiting = invited.filter(({ state }) => state === 'inviting')
  // The first has not been called yet.
  for (const [index, { key }] of waiting.slice(1).entries()) {
    const inviteMethod = methods[index % methods.length]!
    book.change('order', String(key), { inviteMethod, inviteResult: refusals[index % refusals.length]! })
  }
}
