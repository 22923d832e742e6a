// The page of a forbidden address, with the reason if the redirect gave one.
import { useLocation } from 'react-router-dom'
import { FullPage } from '../../../controls/FullPage'

export default function NoPermissionPart() {
  const state = useLocation().state as { readonly text?: unknown } | null
  return <FullPage kind="forbidden" text={typeof state?.text === 'string' ? state.text : undefined} />
}
