// Scrolls to the section that the hash of the address names, as soon as the open view has drawn it.
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { sectionOfHash } from '../../../client/navigation/sectionAddress'
import { tabKey } from '../../../client/navigation/tabs'

/** Maximum milliseconds to wait for a section to be drawn. */
const giveUpAfterMs = 10_000

/** To be called by the layout: the tabs have addresses of their own, without a hash. */
export function useAddressedSection(): void {
  const { pathname, search, hash, key } = useLocation()
  const view = tabKey(pathname + search)
  useEffect(() => {
    const section = sectionOfHash(hash)
    const content = document.getElementById('content')
    if (section === undefined || !content) return
    const reach = (): boolean => {
      // By name: the former view may still be on screen.
      const target = content.querySelector<HTMLElement>(
        `.shell-view[data-view="${CSS.escape(view)}"]:not([hidden]) [data-section="${section}"]`,
      )
      target?.scrollIntoView({ block: 'start' })
      target?.focus({ preventScroll: true })
      return target !== null
    }
    if (reach()) return
    const watch = new MutationObserver(() => reach() && leave())
    const tired = setTimeout(() => leave(), giveUpAfterMs)
    const leave = () => {
      watch.disconnect()
      clearTimeout(tired)
    }
    watch.observe(content, { childList: true, subtree: true, attributes: true, attributeFilter: ['hidden'] })
    return leave
  }, [hash, key, view])
}
