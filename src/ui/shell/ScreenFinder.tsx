// How does one get to a screen by its name? Ctrl/⌘ K and a few letters of its title, its module or its address.
import { lazy, Suspense, useEffect, useState } from 'react'
import { useWords } from '../../runtime/runtime'
import { Icon } from './icons'
import { IconButton } from './IconButton'

const FinderDialog = lazy(() => import('./FinderDialog'))

export function ScreenFinder({ open, narrow }: { open: (path: string) => void; narrow: boolean }) {
  const { t } = useWords()
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const key = (event: globalThis.KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        setShown(true)
      }
    }
    window.addEventListener('keydown', key)
    return () => window.removeEventListener('keydown', key)
  }, [])
  return (
    <>
      {narrow ? (
        <IconButton icon="search" label={t('shell.searchScreens')} onClick={() => setShown(true)} />
      ) : (
        <button type="button" className="shell-find" onClick={() => setShown(true)}>
          <Icon name="search" size={15} />
          <span>{t('shell.searchScreens')}</span>
          <kbd>{isMac() ? '⌘K' : 'Ctrl K'}</kbd>
        </button>
      )}
      {shown && (
        <Suspense fallback={null}>
          <FinderDialog
            go={(path) => {
              setShown(false)
              open(path)
            }}
            close={() => setShown(false)}
          />
        </Suspense>
      )}
    </>
  )
}

function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform)
}
