// What does somebody see who is not signed in? The form, and the language; nothing else is loaded for it.
import { useEffect } from 'react'
import { useRuntime, useWords } from '../../runtime/runtime'
import { Ground } from './Ground'
import { SignInForm, type SignInFormProps } from './SignInForm'

export default function SignInPage({ onBegin }: Pick<SignInFormProps, 'onBegin'>) {
  const { entry } = useRuntime()
  const { t, pick } = useWords()
  useEffect(() => {
    document.title = `${t('signIn.submit')} - ${pick(entry.product.title)}`
  }, [t, pick, entry])
  return (
    <Ground>
      <SignInForm onBegin={onBegin} />
    </Ground>
  )
}
