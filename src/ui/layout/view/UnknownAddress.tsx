// Shows 404 or 401 with the reason: the server knows whether an address is unknown or forbidden.
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { builtInPaths } from '../../../client/navigation/builtInPaths'
import { useScreen } from '../../../client/data/queries'
import { useRuntime } from '../../../client/context/clientContext'
import { Waiting } from './ViewBody'

/** Draws a placeholder, then leads to the page for the reason, or reads the menu again if the screen exists. */
export function UnknownAddress({ path }: { path: string }) {
  const { signIn } = useRuntime()
  const { data, error } = useScreen(path)
  const navigate = useNavigate()
  useEffect(() => {
    // The screen exists after all: it was added after the menu was read.
    if (data) void signIn.boot()
    else if (error?.kind === 'forbidden')
      void navigate(builtInPaths.forbidden, { replace: true, state: { text: error.message, screen: path } })
    else if (error) void navigate(builtInPaths.missing, { replace: true })
  }, [data, error, navigate, signIn])
  return <Waiting />
}
