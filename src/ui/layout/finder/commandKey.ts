// The combination of keys that opens the command palette, in the notation of the platform.

export function commandKey(): string {
  return /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘K' : 'Ctrl K'
}
