// Opens the sheet of keyboard shortcuts by "?" or the menu of the account.
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { leaveMenus } from '../../controls/menu/useTopmostEscape'
import { useShortcuts } from '../../controls/hooks/useShortcuts'

const ShortcutSheet = lazy(() => import('./ShortcutSheet'))

/** `sheet` is to be drawn by the caller; false while it is closed. */
export function useShortcutSheet(): { readonly show: () => void; readonly sheet: ReactNode } {
  const [isOpen, setIsOpen] = useState(false)
  const show = () => {
    leaveMenus()
    setIsOpen(true)
  }
  useShortcuts({
    '?': () => {
      show()
      return true
    },
  })
  const sheet = isOpen && (
    <Suspense fallback={null}>
      <ShortcutSheet close={() => setIsOpen(false)} />
    </Suspense>
  )
  return { show, sheet }
}
