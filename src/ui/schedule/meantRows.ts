// Which rows of a calendar in a form are shown at once, and which on request. Pure.

export interface ScheduleRow {
  readonly key: string
  readonly label: string
  readonly value: unknown
  /** Of the kind that is nearly always meant. */
  readonly first?: boolean
}

/** Where some rows come first, only those and the chosen one are shown at once. */
export function meantRows(
  all: readonly ScheduleRow[],
  chosen: string,
): { readonly rows: readonly ScheduleRow[]; readonly others: readonly ScheduleRow[] } {
  if (!all.some(({ first }) => first)) return { rows: all, others: [] }
  const isMeant = ({ first, key }: ScheduleRow): boolean => first === true || key === chosen
  return { rows: all.filter(isMeant), others: all.filter((row) => !isMeant(row)) }
}
