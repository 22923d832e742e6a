// Which pieces stand on which page? Pieces follow each other; one that does not fit begins the next page, a heading never stands alone at
// the foot of one, and the rows of a table that go on carry its head along.

export interface Piece {
  /** Pixels, with the room around it. */
  readonly height: number
  /** A heading: stays with the piece that follows. */
  readonly leads?: boolean
  /** The place of its table's head, for a row. */
  readonly head?: number
}

/** For each page the places of its pieces, heads of tables that go on included. `room`: pixels of a page. A piece higher than a page has one to itself. */
export function paginate(pieces: readonly Piece[], room: number): number[][] {
  const pages: number[][] = []
  let page: number[] = []
  let left = room
  const height = (at: number): number => pieces[at]!.height
  for (let at = 0; at < pieces.length; at += 1) {
    // What has to stand on one page: headings and the first piece after them.
    let end = at
    while (pieces[end]!.leads && end + 1 < pieces.length) end += 1
    const run = Array.from({ length: end - at + 1 }, (_, step) => at + step)
    const needed = run.reduce((sum, one) => sum + height(one), 0)
    if (needed > left && page.length > 0) {
      pages.push(page)
      const { head } = pieces[at]!
      page = head === undefined ? [] : [head]
      left = room - (head === undefined ? 0 : height(head))
    }
    page.push(...run)
    left -= needed
    at = end
  }
  if (page.length > 0) pages.push(page)
  return pages
}
