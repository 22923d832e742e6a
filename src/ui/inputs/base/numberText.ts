// Formats exact decimal text; nothing here converts it to a float.

/**
 * Decimal text with separators and at least `scale` fraction digits ("23480" -> "23,480.00"). Text that is no number is
 * unchanged.
 */
export function groupedNumber(plain: string, scale = 0): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(plain)
  if (!match) return plain
  const [, sign = '', whole = '', fraction = ''] = match
  const digits = fraction.padEnd(scale, '0')
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return sign + grouped + (digits === '' ? '' : `.${digits}`)
}
