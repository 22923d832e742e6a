// Distributes pieces over pages.
// A piece that does not fit starts the next page, a heading is never last on a page, and a continued table
// repeats its header.

export interface Piece {
  /** Pixels, margins included. */
  readonly height: number
  /** A heading: stays with the next piece. */
  readonly leads?: boolean
  /** For a row, the index of its table's header. */
  readonly head?: number
}

/**
 * For each page the indexes of its pieces, repeated heads of tables included. `room`: pixels of a page. A piece higher
 * than a page gets its own.
 */
export function paginate(pieces: readonly Piece[], room: number): number[][] {
  const pages: number[][] = []
  let page: number[] = []
  let left = room
  const height = (position: number): number => pieces[position]!.height
  for (let position = 0; position < pieces.length; position += 1) {
    // Keep together headings and the first piece after them.
    let end = position
    while (pieces[end]!.leads && end + 1 < pieces.length) end += 1
    const run = Array.from({ length: end - position + 1 }, (_, step) => position + step)
    const needed = run.reduce((sum, number) => sum + height(number), 0)
    if (needed > left && page.length > 0) {
      pages.push(page)
      const { head } = pieces[position]!
      page = head === undefined ? [] : [head]
      left = room - (head === undefined ? 0 : height(head))
    }
    page.push(...run)
    left -= needed
    position = end
  }
  if (page.length > 0) pages.push(page)
  return pages
}
