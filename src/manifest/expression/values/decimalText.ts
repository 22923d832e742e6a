// Rewrites decimal text without calculating.
// Kept apart from the arithmetic (decimal.ts), which the first part of the page to load does not need.

/**
 * Between a part of one and a percentage: "0.25" by 2 is "25", "5" by -2 is "0.05": exact, without
 * needless zeros. Text that is no decimal is unchanged.
 */
export function movePoint(text: string, places: 2 | -2): string {
  const [, sign = '', integer, fraction = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text) ?? []
  if (integer === undefined) return text
  const digits = places > 0 ? integer + fraction.padEnd(places, '0') : integer.padStart(1 - places, '0') + fraction
  const point = digits.length - Math.max(0, fraction.length - places)
  const rest = digits.slice(point).replace(/0+$/, '')
  return `${sign}${digits.slice(0, point).replace(/^0+(?=\d)/, '')}${rest ? `.${rest}` : ''}`
}

/** Decimal text with separators: "-23480.5" is "-23,480.5"; other text, such as a masked amount, is unchanged. */
export function groupThousands(text: string): string {
  const match = /^(-?)(\d+)(\.\d+)?$/.exec(text)
  return match ? `${match[1]}${match[2]!.replace(/\B(?=(\d{3})+$)/g, ',')}${match[3] ?? ''}` : text
}
