// Keeps the Enter that chooses an entry of a menu from pressing the menu's button too.
// The button gets the focus back while the key is still being handled, and would open the menu once more.

/** Call it where an entry has been chosen. */
export function keepPressOff(event: { readonly preventDefault: () => void }): void {
  event.preventDefault()
}
