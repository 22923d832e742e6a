// Separates the thousands of decimal text.
// Kept apart from the arithmetic (decimal.ts), which the first part of the page to load does not need.

/** Decimal text with separators: "-23480.5" is "-23,480.5"; other text, such as a masked amount, is unchanged. */
export function groupThousands(text: string): string {
  const match = /^(-?)(\d+)(\.\d+)?$/.exec(text)
  return match ? `${match[1]}${match[2]!.replace(/\B(?=(\d{3})+$)/g, ',')}${match[3] ?? ''}` : text
}
