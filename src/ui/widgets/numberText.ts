// How is a number typed and shown? As exact decimal text all the way: nothing here ever makes a float of it.

const fullWidth = /[０-９]/g

/**
 * What a person typed, as plain decimal text: separators, currency signs, blanks and full-width characters are taken away ("￥１,234。５" -> "1234.5").
 * Anything that still is not a number comes back as it is, so that the field check can name the fault.
 */
export function plainNumber(typed: string): string {
  const text = typed
    .replace(fullWidth, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
    .replace(/[。．]/g, '.')
    .replace(/[－—–−]/g, '-')
    .replace(/[,，'’\s￥¥$€]/g, '')
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text)) return typed.trim()
  const negative = text.startsWith('-')
  const [whole = '', fraction = ''] = text.replace(/^[+-]/, '').split('.')
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  const plain = fraction === '' ? digits : `${digits}.${fraction}`
  return negative && /[1-9]/.test(plain) ? `-${plain}` : plain
}

/** Decimal text with separators and at least `scale` digits after the point ("23480" -> "23,480.00"). Text that is no number stays as it is. */
export function groupedNumber(plain: string, scale = 0): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(plain)
  if (!match) return plain
  const [, sign = '', whole = '', fraction = ''] = match
  const digits = fraction.padEnd(scale, '0')
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return sign + grouped + (digits === '' ? '' : `.${digits}`)
}
