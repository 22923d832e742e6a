// Separates the thousands of decimal text.
// Apart from the arithmetic, which the frame of the page does not need.

/** Decimal text with separators: "-23480.5" is "-23,480.5"; what is no number, as a masked amount, stays as it is. */
export function groupThousands(text: string): string {
  const match = /^(-?)(\d+)(\.\d+)?$/.exec(text)
  return match ? `${match[1]}${match[2]!.replace(/\B(?=(\d{3})+$)/g, ',')}${match[3] ?? ''}` : text
}
