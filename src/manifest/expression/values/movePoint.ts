// Converts between a part of one and a percentage by moving the decimal point.
// Apart from the arithmetic, which the frame of the page does not need.

/** "0.25" by 2 is "25", "5" by -2 is "0.05": exact, without needless zeros; what is no number stays as it is. */
export function movePoint(text: string, places: 2 | -2): string {
  const [, sign = '', whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text) ?? []
  if (whole === undefined) return text
  const digits = places > 0 ? whole + fraction.padEnd(places, '0') : whole.padStart(1 - places, '0') + fraction
  const point = digits.length - Math.max(0, fraction.length - places)
  const rest = digits.slice(point).replace(/0+$/, '')
  return `${sign}${digits.slice(0, point).replace(/^0+(?=\d)/, '')}${rest ? `.${rest}` : ''}`
}
