// How does one leave this page for good? By loading an address of ours anew, so that nothing of the person stays in memory.

/** Loads an address of this origin anew. */
export function leaveTo(address: string): void {
  window.location.assign(new URL(address, window.location.origin).href)
}
