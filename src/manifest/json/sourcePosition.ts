// Converts offsets of a text into lines, columns and the line to show.

export interface SourcePosition {
  readonly line: number
  readonly column: number
  readonly frame: { readonly text: string; readonly length: number }
}

/** Offsets at which the lines of a text begin; \n, \r\n and \r end a line. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let position = 0; position < text.length; position++) {
    const code = text.charCodeAt(position)
    if (code === 10 || (code === 13 && text.charCodeAt(position + 1) !== 10)) starts.push(position + 1)
  }
  return starts
}

/**
 * The position of `length` characters from `offset`; a mark stays within its line and is at least one character long.
 */
export function placeAt(text: string, starts: readonly number[], offset: number, length: number): SourcePosition {
  const position = Math.max(0, Math.min(offset, text.length))
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= position) low = middle
    else high = middle - 1
  }
  const start = starts[low]!
  const next = starts[low + 1] ?? text.length + 1
  const line = text.slice(start, next).replace(/[\r\n]+$/, '')
  const column = position - start
  return {
    line: low + 1,
    column: column + 1,
    frame: { text: line, length: Math.max(1, Math.min(length, line.length - column)) },
  }
}

/**
 * Offset in the file of a character of a JSON string's value: an escape such as \n or \u4e2d takes more characters than
 * the one it stands for. `open` is the offset of the opening quote, `index` counts characters of the value.
 */
export function offsetInString(text: string, open: number, index: number): number {
  let position = open + 1
  for (let count = 0; count < index && position < text.length; count++) {
    if (text.charCodeAt(position) !== 92) position += 1
    else position += text[position + 1] === 'u' ? 6 : 2
  }
  return position
}
