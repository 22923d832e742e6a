// The dialog of an action with its form, in a chunk of its own,
// fetched while the pointer approaches the button.
import { lazy } from 'react'

const fetchDialog = () => import('./PendingAction')
// A failed load is repeated on use, which shows the failure.
const prefetch = (): void => void Promise.allSettled([fetchDialog()])

/** The default export of PendingAction, loaded at the first use; to be drawn inside a Suspense. */
export const PendingActionHost = lazy(fetchDialog)

/** Properties of every button that opens a form. */
export const opensForm = { onPointerEnter: prefetch, onFocus: prefetch } as const
