// The page of a forbidden address, with the reason if the redirect gave one.
import { useLocation } from 'react-router-dom'
import { FullPage } from '../../../controls/refusal/FullPage'

/** Draws the refusal; the state of the address carries the server's reason and the refused screen. */
export default function NoPermissionPart() {
  const state = useLocation().state as { readonly text?: unknown; readonly screen?: unknown } | null
  const given = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return <FullPage kind="forbidden" text={given(state?.text)} screen={given(state?.screen)} />
}
