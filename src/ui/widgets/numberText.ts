// How is a number shown? As exact decimal text all the way: nothing here ever makes a float of it.

/** Decimal text with separators and at least `scale` digits after the point ("23480" -> "23,480.00"). Text that is no number stays as it is. */
export function groupedNumber(plain: string, scale = 0): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(plain)
  if (!match) return plain
  const [, sign = '', whole = '', fraction = ''] = match
  const digits = fraction.padEnd(scale, '0')
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return sign + grouped + (digits === '' ? '' : `.${digits}`)
}
