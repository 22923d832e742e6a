// The sign-in form as a part of a page; hidden from signed-in callers.
import { useSession } from '../../../../client/context/clientContext'
import { SignInForm } from '../../../auth/SignInForm'

/** Draws the form; nothing for a signed-in caller. */
export default function SignInPart() {
  const isSignedIn = useSession((state) => state.boot !== null)
  return isSignedIn ? null : <SignInForm />
}
