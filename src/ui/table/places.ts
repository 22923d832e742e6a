// Where do pinned columns stand, and is anything hidden behind them? Pure sums, and one listener that costs nothing while nothing scrolls.
import type { CSSProperties } from 'react'
import type { TableColumn } from './DataTable'

export interface Place {
  readonly style: CSSProperties | undefined
  readonly className: string
}

/** The place of every column; `offset`: pixels of what stands before the first. */
export function placesOf(columns: readonly Pick<TableColumn<never>, 'width' | 'pin'>[], offset: number): Place[] {
  const lefts: number[] = []
  let left = offset
  for (const column of columns) {
    lefts.push(left)
    if (column.pin === 'left') left += column.width
  }
  const rights = columns.map((_, at) =>
    columns.slice(at + 1).reduce((sum, column) => sum + (column.pin === 'right' ? column.width : 0), 0),
  )
  const lastLeft = columns.findLastIndex((column) => column.pin === 'left')
  const firstRight = columns.findIndex((column) => column.pin === 'right')
  return columns.map(({ pin }, at) => {
    if (pin === 'left')
      return { style: { left: lefts[at] }, className: at === lastLeft ? 'table-pin table-pin-last' : 'table-pin' }
    if (pin === 'right')
      return { style: { right: rights[at] }, className: at === firstRight ? 'table-pin table-pin-first' : 'table-pin' }
    return { style: undefined, className: '' }
  })
}

/** Tells the styles (data-left, data-right) whether something lies hidden to either side. */
export function edgesOf(box: HTMLElement): () => void {
  const look = () => {
    box.dataset.left = String(box.scrollLeft > 1)
    box.dataset.right = String(box.scrollLeft < box.scrollWidth - box.clientWidth - 1)
  }
  const watch = new ResizeObserver(look)
  watch.observe(box)
  box.addEventListener('scroll', look, { passive: true })
  return () => {
    watch.disconnect()
    box.removeEventListener('scroll', look)
  }
}
