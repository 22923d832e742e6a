// A delivered order as the records that belong to it need it.

export interface Delivered {
  readonly order: string
  readonly customer: string
  readonly name: string
  readonly mobile: string
  readonly address: unknown
  readonly guide: string
  readonly shipment: string
  readonly placement: string
  readonly carrier: string
  readonly category: string
  readonly state: 'completed' | 'evaluating' | 'installing' | 'assigningWork'
  /** Days before today on which the goods arrived. */
  readonly received: number
  /** Cabinets, for which a deposit is held. */
  readonly cabinet: boolean
  /** In cents, the amount paid to the factory. */
  readonly cost: number
}

/** What the records of one delivered order share. */
export interface Sale extends Delivered {
  /** Selects the kind of the order. */
  readonly index: number
  /** The day, counted from today, `ahead` days after the order was created. */
  readonly day: (ahead: number) => number
  /** When the order reached its state. */
  readonly last: string
  /** In cents, the amount that the customer pays. */
  readonly total: number
}
