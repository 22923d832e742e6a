// Groups rows by the calendar day of a moment, in their order.

interface Day<Row> {
  readonly day: string
  readonly rows: readonly Row[]
}

/** Days in the order of their first row, so rows sorted by time give sorted days. */
export function groupedByDay<Row>(rows: readonly Row[], dayOf: (row: Row) => string): Day<Row>[] {
  const days = new Map<string, Row[]>()
  for (const row of rows) {
    const day = dayOf(row)
    const present = days.get(day)
    if (present) present.push(row)
    else days.set(day, [row])
  }
  return [...days].map(([day, ofDay]) => ({ day, rows: ofDay }))
}
