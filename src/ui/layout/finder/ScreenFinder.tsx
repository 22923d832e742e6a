// Opens the command palette by Ctrl/⌘ K; the bars open it by their buttons.
import { lazy, Suspense, useEffect } from 'react'
import { leaveMenus } from '../../controls/menu/useTopmostEscape'
import { useEarlyLetters } from './useEarlyLetters'

const openQuestion = '.ant-modal-confirm'
const CommandPalette = lazy(() => import('./CommandPalette'))

interface ScreenFinderProps {
  readonly isOpen: boolean
  readonly setOpen: (open: boolean) => void
  readonly open: (path: string) => void
}

/** Draws nothing until it is open, and then the palette once its code has loaded. */
export function ScreenFinder({ isOpen, setOpen, open }: ScreenFinderProps) {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        // A question is answered first: the palette would open behind it.
        if (document.querySelector(openQuestion)) return
        leaveMenus()
        setOpen(true)
      }
    }
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [setOpen])
  const takeLetters = useEarlyLetters(isOpen)
  if (!isOpen) return null
  return (
    <Suspense fallback={null}>
      <CommandPalette
        go={(path) => {
          setOpen(false)
          open(path)
        }}
        close={() => setOpen(false)}
        takeLetters={takeLetters}
      />
    </Suspense>
  )
}
