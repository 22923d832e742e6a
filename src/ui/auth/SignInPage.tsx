// The page of a signed-out user: the form and the language; nothing else is loaded for it.
import { useEffect } from 'react'
import { useRuntime, useTranslator } from '../../client/context/clientContext'
import { PublicLayout } from './publicLayout/PublicLayout'
import { SignInForm, type SignInFormProps } from './SignInForm'

export default function SignInPage({ onBegin }: Pick<SignInFormProps, 'onBegin'>) {
  const { entry } = useRuntime()
  const { t, pick } = useTranslator()
  useEffect(() => {
    document.title = `${t('signIn.submit')} - ${pick(entry.product.title)}`
  }, [t, pick, entry])
  return (
    <PublicLayout>
      <SignInForm onBegin={onBegin} />
    </PublicLayout>
  )
}
