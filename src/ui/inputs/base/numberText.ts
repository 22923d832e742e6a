// Formats exact decimal text; nothing here converts it to a float.
import { groupThousands } from '../../../manifest/expression/values/decimalText'

/**
 * Decimal text with separators and at least `scale` fraction digits ("23480" -> "23,480.00"). Text that is no number is
 * unchanged.
 */
export function groupedNumber(plain: string, scale = 0): string {
  const [, integer, fraction = ''] = /^(-?\d+)(?:\.(\d+))?$/.exec(plain) ?? []
  if (integer === undefined) return plain
  const digits = fraction.padEnd(scale, '0')
  return groupThousands(digits === '' ? integer : `${integer}.${digits}`)
}
