// Which errors did this page meet? A button that is there only when there were any.
import { lazy, Suspense, useState } from 'react'
import { useStore } from 'zustand'
import { useRuntime, useWords } from '../../runtime/runtime'
import { Counted } from './Counted'
import { IconButton } from './IconButton'

const ErrorLogDialog = lazy(() => import('./ErrorLogDialog'))

export function ErrorLogButton() {
  const { errors } = useRuntime()
  const { t } = useWords()
  const entries = useStore(errors, (state) => state.entries)
  const [open, setOpen] = useState(false)
  if (entries.length === 0 && !open) return null
  return (
    <>
      <Counted count={entries.length}>
        <IconButton icon="bug" label={t('shell.errorLog')} onClick={() => setOpen(true)} />
      </Counted>
      {open && (
        <Suspense fallback={null}>
          <ErrorLogDialog close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
