// Shows 404 or 401 with the reason for an address outside the menu.
// Only the server knows whether it is unknown or forbidden; while it does not answer, a retry is offered.
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { builtInPaths } from '../../../client/navigation/builtInPaths'
import { useScreen } from '../../../client/data/queries'
import { useRuntime } from '../../../client/context/clientContext'
import { isScreenMissing, ScreenFailed } from './ScreenFailed'
import { Waiting } from './ViewBody'

/** Draws a placeholder, then leads to the page for the reason, or reads the menu again if the screen exists. */
export function UnknownAddress({ path }: { path: string }) {
  const { signIn } = useRuntime()
  const { data, error, isFetching, refetch } = useScreen(path)
  const navigate = useNavigate()
  /** The address that is not in the menu although its screen exists and the menu was read again. */
  const [unlisted, setUnlisted] = useState<string>()
  const isFound = data?.screen.path === path
  useEffect(() => {
    // The screen exists after all: it was added after the menu was read.
    if (isFound && unlisted !== path) void signIn.boot().then(() => setUnlisted(path))
    else if (error?.kind === 'forbidden')
      void navigate(builtInPaths.forbidden, { replace: true, state: { text: error.message, screen: path } })
    else if (error && isScreenMissing(error)) void navigate(builtInPaths.missing, { replace: true })
  }, [isFound, unlisted, path, error, navigate, signIn])
  if (isFound && unlisted === path) return <ScreenFailed path={path} retry={() => setUnlisted(undefined)} />
  const isFinal = !error || error.kind === 'forbidden' || isScreenMissing(error)
  if (isFinal || isFetching) return <Waiting />
  return <ScreenFailed path={path} error={error} retry={() => void refetch()} />
}
