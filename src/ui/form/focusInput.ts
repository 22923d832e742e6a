// How does a person get to the input that is wrong? It is scrolled into sight and focused; in a table of lines the wrong cell is.

/** Focuses the input of a field inside `place`; nothing happens where it is not drawn. */
export function focusInput(place: HTMLElement | null, name: string): void {
  // After the faults are drawn: they move what stands below them.
  requestAnimationFrame(() => {
    const row = place?.querySelector<HTMLElement>(`[data-ask="${CSS.escape(name)}"]`)
    if (!row) return
    row.scrollIntoView({ block: 'center', behavior: 'instant' })
    const target =
      row.querySelector<HTMLElement>('[aria-invalid="true"]:is(input, button, textarea, [contenteditable="true"])') ??
      row.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, [contenteditable="true"], button')
    target?.focus({ preventScroll: true })
  })
}
