// Opens an address that the server has yet to give in a new tab, which learns nothing of this one.

/**
 * `read` gives the address. Where the browser allows no new tab, this one goes there, after `onLeave`.
 * @throws CallError
 */
export async function openInTab(
  read: () => Promise<{ readonly address: string }>,
  onLeave?: () => void,
): Promise<void> {
  // Open the tab within the click: the browser blocks it later.
  const tab = window.open('about:blank', '_blank')
  if (tab) tab.opener = null
  try {
    const target = new URL((await read()).address, window.location.origin)
    if (!/^https?:$/.test(target.protocol)) throw new Error('The link leads to no page')
    if (tab) return tab.location.replace(target.href)
    onLeave?.()
    window.location.assign(target.href)
  } catch (error) {
    tab?.close()
    throw error
  }
}
