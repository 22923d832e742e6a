// On which sides of a box content is hidden: one listener that costs nothing while nothing scrolls.

/** On which sides content is hidden. */
export interface HiddenSides {
  readonly left: boolean
  readonly right: boolean
}

/** Sets data-left and data-right for the styles while content is hidden on that side, and passes it to `tell`. */
export function edgesOf(box: HTMLElement, tell?: (sides: HiddenSides) => void): () => void {
  const look = () => {
    const left = box.scrollLeft > 1
    const right = box.scrollLeft < box.scrollWidth - box.clientWidth - 1
    box.dataset.left = String(left)
    box.dataset.right = String(right)
    tell?.({ left, right })
  }
  const watch = new ResizeObserver(look)
  watch.observe(box)
  box.addEventListener('scroll', look, { passive: true })
  return () => {
    watch.disconnect()
    box.removeEventListener('scroll', look)
  }
}
