// The form by which one signs in, as a part of a page; a signed-in caller sees nothing of it.
import { useSession } from '../../../../client/context/clientContext'
import { SignInForm } from '../../../auth/SignInForm'

export default function SignInPart() {
  const isSignedIn = useSession((state) => state.boot !== null)
  return isSignedIn ? null : <SignInForm />
}
