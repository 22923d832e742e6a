// The dialog of an action with its form: a chunk of its own.
// It is fetched while the user reaches for the button.
import { lazy } from 'react'

const fetchDialog = () => import('./PendingAction')
// What cannot be loaded now is loaded on use, and shows its failure there.
const ahead = (): void => void Promise.allSettled([fetchDialog()])

export const PendingActionHost = lazy(fetchDialog)

/** Properties of every button that opens a form. */
export const opensForm = { onPointerEnter: ahead, onFocus: ahead } as const
