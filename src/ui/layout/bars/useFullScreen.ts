// Full screen mode of the page; follows the browser, however it was entered or left.
import { useSyncExternalStore } from 'react'

/** `unsupported` is called if the browser does not support it. */
export function useFullScreen(unsupported: () => void): { on: boolean; toggle: () => void } {
  const on = useSyncExternalStore(
    (changed) => {
      document.addEventListener('fullscreenchange', changed)
      return () => document.removeEventListener('fullscreenchange', changed)
    },
    () => document.fullscreenElement !== null,
  )
  const toggle = () => {
    if (!document.fullscreenEnabled) return unsupported()
    const done = on ? document.exitFullscreen() : document.documentElement.requestFullscreen()
    done.catch(unsupported)
  }
  return { on, toggle }
}
