// The button of the error log, visible once there are errors.
import { lazy, Suspense, useState } from 'react'
import { useStore } from 'zustand'
import { useRuntime, useTranslator } from '../../client/context/clientContext'
import { CountBadge } from '../controls/CountBadge'
import { IconButton } from '../controls/IconButton'

const ErrorLogDialog = lazy(() => import('./ErrorLogDialog'))

/** Draws a button with the number of errors; nothing while there are none. */
export function ErrorLogButton() {
  const { errors } = useRuntime()
  const { t } = useTranslator()
  const entries = useStore(errors, (state) => state.entries)
  const [open, setOpen] = useState(false)
  if (entries.length === 0 && !open) return null
  return (
    <>
      <CountBadge count={entries.length}>
        <IconButton icon="bug" label={t('shell.errorLog')} onClick={() => setOpen(true)} />
      </CountBadge>
      {open && (
        <Suspense fallback={null}>
          <ErrorLogDialog close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
