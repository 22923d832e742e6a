// Opens the command palette by Ctrl/⌘ K or a button.
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslator } from '../../../client/context/clientContext'
import { Icon } from '../../controls/icons'
import { IconButton } from '../../controls/IconButton'

const CommandPalette = lazy(() => import('./CommandPalette'))

export function ScreenFinder({ open, narrow }: { open: (path: string) => void; narrow: boolean }) {
  const { t } = useTranslator()
  const [isVisible, setShown] = useState(false)
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
      {isVisible && (
        <Suspense fallback={null}>
          <CommandPalette
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
