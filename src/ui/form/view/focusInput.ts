// Scrolls to an invalid input and focuses it; in a table of lines, the invalid cell.

/**
 * Focuses the input of a field inside `element`; does nothing if the input is not drawn. `block`: the scroll position;
 * 'nearest' does not scroll to visible inputs.
 */
export function focusInput(element: HTMLElement | null, name: string, block: 'center' | 'nearest' = 'center'): void {
  // Wait until the errors are drawn, because they move what is below.
  requestAnimationFrame(() => {
    const row = element?.querySelector<HTMLElement>(`[data-ask="${CSS.escape(name)}"]`)
    if (!row) return
    row.scrollIntoView({ block, behavior: 'instant' })
    const invalid = row.querySelector<HTMLElement>(
      '[aria-invalid="true"]:is(input, button, textarea, [contenteditable="true"])',
    )
    // With the focus, the cell of a choice would open its list over the messages.
    const isTyped = invalid !== null && !invalid.matches('td button')
    const target = isTyped
      ? invalid
      : (row.querySelector<HTMLElement>('[role="group"]:has(> [role="region"] > table)') ??
        row.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, [contenteditable="true"], button'))
    const cause = invalid ?? row.querySelector('[role="alert"]')
    cause?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
    target?.focus({ preventScroll: true })
  })
}
