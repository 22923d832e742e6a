// The way of an order through its stages, and the log of it.
import { at, type Book } from '../table'
import type { OrderWay } from './stagedOrder'

/** The stages of an order, in turn. */
export const way = [
  'assigning',
  'measuring',
  'drawing',
  'inviting',
  'caseConfirming',
  'signing',
  'checking',
  'exploding',
  'placing',
  'ordering',
  'producing',
  'shipping',
  'assigningWork',
  'installing',
  'evaluating',
  'completed',
] as const
/** The transition that reaches each stage, by its index. */
export const steps = [
  'create',
  'assignRuler',
  'measure',
  'submitDraw',
  'invite',
  'confirmCase',
  'signed',
  'contractPassed',
  'explode',
  'placed',
  'paid',
  'shipped',
  'received',
  'assignWork',
  'install',
  'evaluated',
] as const
/** The account that runs it, by the index of the stage. */
const doers = [
  'guide',
  '$dispatcher',
  'designer',
  'designer',
  'guide',
  'guide',
  'guide',
  '$manager',
  '$orderclerk',
  '$orderclerk',
  '$finance',
  '$admin',
  '$dispatcher',
  '$dispatcher',
  '$dispatcher',
  '$dispatcher',
] as const
/** Days that each stage took, by its index. */
export const took = [1, 2, 3, 2, 3, 4, 1, 2, 1, 3, 24, 4, 2, 4, 2, 0] as const

/** Index of the last stage that an order of this state has reached. */
export function placeOf(state: string): number {
  return way.indexOf(
    state === 'chargedBack' ? 'placing' : state === 'closed' ? 'inviting' : (state as (typeof way)[number]),
  )
}

/** Days from the creation of an order to this state. */
export const daysTo = (state: string): number =>
  took.slice(0, placeOf(state)).reduce((sum: number, days) => sum + days, 0)

interface Step {
  readonly action: string
  readonly from: string | null
  readonly to: string
  readonly by: string
  readonly day: number
  /** The day on which the former state was reached. */
  readonly since: number | undefined
}

/** Writes how an order reached its state, one log row per stage. */
export function addHistory(book: Book, { buyer, order, state, reached, back }: OrderWay): void {
  const { dealer, guide, designer } = buyer
  const row = ({ action, from, to, by, day, since }: Step) =>
    book.add('log', `${order}-log-${action}`, {
      dealer,
      createdBy: by,
      createdAt: at(day, 17),
      entity: 'order',
      recordId: `$${order}`,
      action,
      fromState: from,
      toState: to,
      by,
      at: at(day, 17),
      since: since === undefined ? null : at(since, 17),
      data: '{}',
    })
  const who = (index: number) =>
    doers[index] === 'guide' ? guide : doers[index] === 'designer' ? designer : doers[index]!
  for (let index = 0; index <= back; index++)
    row({
      action: steps[index]!,
      from: index === 0 ? null : way[index - 1]!,
      to: way[index]!,
      by: who(index),
      day: reached[index]!,
      since: reached[index - 1],
    })
  if (!way.includes(state as (typeof way)[number]))
    row({
      action: state === 'closed' ? 'close' : 'chargedBack',
      from: way[back]!,
      to: state,
      by: guide,
      day: reached[back]!,
      since: reached[back],
    })
}
