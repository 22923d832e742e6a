// The page that stands where this person may not go, with the reason when whoever sent her here knew one.
import { useLocation } from 'react-router-dom'
import { FullPage } from '../../shell/FullPage'

export default function NoPermissionPart() {
  const state = useLocation().state as { readonly text?: unknown } | null
  return <FullPage kind="forbidden" text={typeof state?.text === 'string' ? state.text : undefined} />
}
