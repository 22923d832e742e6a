// The period that a report covers.

/** Days; `to` is exclusive. */
export interface Period {
  readonly from: string
  readonly to: string
}
