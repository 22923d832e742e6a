// Opens channels between the tabs of this origin.

/** null: the browser lacks channels, or blocks them together with storage. */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new globalThis.BroadcastChannel(name)
  } catch {
    return null
  }
}
