// Opens an address that the server has yet to give in a new tab, which learns nothing of this one.

/** `read` gives the address. @throws CallError */
export async function openInTab(read: () => Promise<{ readonly address: string }>): Promise<void> {
  // Open the tab within the click: the browser blocks it later.
  const tab = window.open('about:blank', '_blank')
  if (tab) tab.opener = null
  try {
    const target = new URL((await read()).address, window.location.origin)
    if (!/^https?:$/.test(target.protocol)) throw new Error('The link leads to no page')
    if (tab) tab.location.replace(target.href)
  } catch (error) {
    tab?.close()
    throw error
  }
}
