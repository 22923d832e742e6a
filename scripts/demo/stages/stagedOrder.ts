// An order of a buyer, as decided before its records are written.
import type { goodsOf, partsOf } from '../goods'
import type { Buyer } from './buyers'

/** The way of an order to its state. */
export interface OrderWay {
  readonly buyer: Buyer
  /** Its key. */
  readonly order: string
  readonly state: string
  /** Index of the last stage that it has reached. */
  readonly back: number
  /** The day on which each stage was reached. */
  readonly reached: readonly number[]
}

export interface StagedOrder extends OrderWay {
  /** The state of its placement or shipment, or what else it waits for. */
  readonly stop: string | undefined
  readonly items: ReturnType<typeof goodsOf>
  readonly parts: ReturnType<typeof partsOf>
  readonly drawn: boolean
  /** The part of an unusual size. */
  readonly odd: ReturnType<typeof partsOf>[number] | undefined
}
