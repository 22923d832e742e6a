// Where in a file does something stand? Turns offsets into lines, columns and the line to show; knows nothing of manifests.

export interface Place {
  readonly line: number
  readonly column: number
  readonly frame: { readonly text: string; readonly length: number }
}

/** Offsets at which the lines of a text begin; \n, \r\n and \r end a line. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) starts.push(at + 1)
  }
  return starts
}

/** The place of `length` characters from `offset`; a mark never leaves its line and is at least one character long. */
export function placeAt(text: string, starts: readonly number[], offset: number, length: number): Place {
  const at = Math.max(0, Math.min(offset, text.length))
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= at) low = middle
    else high = middle - 1
  }
  const start = starts[low]!
  const next = starts[low + 1] ?? text.length + 1
  const line = text.slice(start, next).replace(/[\r\n]+$/, '')
  const column = at - start
  return {
    line: low + 1,
    column: column + 1,
    frame: { text: line, length: Math.max(1, Math.min(length, line.length - column)) },
  }
}

/**
 * Offset in the file of a character of a JSON string's value: an escape such as \n or \u4e2d takes more characters than the one it stands for.
 * `open` is the offset of the opening quote, `index` counts characters of the value.
 */
export function offsetInString(text: string, open: number, index: number): number {
  let at = open + 1
  for (let count = 0; count < index && at < text.length; count++) {
    if (text.charCodeAt(at) !== 92) at += 1
    else at += text[at + 1] === 'u' ? 6 : 2
  }
  return at
}
