// Leaves the page by loading an address of this origin, so that nothing of the user stays in
// memory.

/** Loads an address of this origin. */
export function reloadAt(address: string): void {
  window.location.assign(new URL(address, window.location.origin).href)
}
