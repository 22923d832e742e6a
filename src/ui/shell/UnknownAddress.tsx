// Is an address unknown, or known and not for this person? The server is asked; the answer is the page 404 or 401 with the reason.
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { places } from '../../runtime/places'
import { useScreen } from '../../runtime/records'
import { useRuntime } from '../../runtime/runtime'
import { Waiting } from './ViewBody'

export function UnknownAddress({ path }: { path: string }) {
  const { signIn } = useRuntime()
  const { data, error } = useScreen(path)
  const navigate = useNavigate()
  useEffect(() => {
    // It is there after all: it came since the menu was read.
    if (data) void signIn.boot()
    else if (error?.kind === 'forbidden')
      void navigate(places.forbidden, { replace: true, state: { text: error.message } })
    else if (error) void navigate(places.missing, { replace: true })
  }, [data, error, navigate, signIn])
  return <Waiting />
}
