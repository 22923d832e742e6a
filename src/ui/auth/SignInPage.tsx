// The page of a signed-out user: the form and the language; nothing else is loaded for it.
import { useEffect } from 'react'
import { builtInPaths } from '../../client/navigation/builtInPaths'
import { useRuntime, useTranslator } from '../../client/context/clientContext'
import { PublicLayout } from './publicLayout/PublicLayout'
import { SignInForm, type SignInFormProps } from './SignInForm'

/**
 * Draws the form and titles the window. `onBegin` runs at the first key press, to fetch the signed-in page meanwhile.
 */
export default function SignInPage({ onBegin }: Pick<SignInFormProps, 'onBegin'>) {
  const { entry } = useRuntime()
  const { pick } = useTranslator()
  useEffect(() => {
    const { title } = entry.routes[builtInPaths.signIn] ?? entry.product
    document.title = `${pick(title)} - ${pick(entry.product.title)}`
  }, [pick, entry])
  return (
    <PublicLayout>
      <SignInForm onBegin={onBegin} />
    </PublicLayout>
  )
}
