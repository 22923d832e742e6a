// Which addresses does the shell itself answer? All others are screens of the manifests.

export const places = {
  root: '/',
  signIn: '/login',
  forbidden: '/401',
  missing: '/404',
  /** Followed by a full path: replaces itself by it, so that the view is made anew. */
  refresh: '/redirect',
} as const

/** Whether the address is one of ours: a path of this origin and nothing that a browser reads as another host. */
export function isOwnAddress(address: string): boolean {
  return /^\/(?![/\\])[^\u0000-\u001f\\]*$/.test(address)
}
