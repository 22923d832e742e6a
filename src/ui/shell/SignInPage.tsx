// What does somebody see who is not signed in? The form, and the language; nothing else is loaded for it.
import { useEffect } from 'react'
import { useRuntime, useSession, useWords } from '../../runtime/runtime'
import { contrasting } from './colour'
import { ProductMark, SignInForm, type SignInFormProps } from './SignInForm'
import styles from './signIn.module.css'
import { useTone } from './tone'

export default function SignInPage({ onBegin }: Pick<SignInFormProps, 'onBegin'>) {
  const { entry, session } = useRuntime()
  const { t, pick, index } = useWords()
  const colour = useSession((state) => state.theme.colour)
  useTone()
  useEffect(() => { document.title = `${t('signIn.submit')} - ${pick(entry.product.title)}` }, [t, pick, entry])
  const style = { '--accent': colour, '--strong': contrasting(colour, '#ffffff') } as Record<string, string>
  return (
    <div className={styles.ground} style={style}>
      <header className={styles.top}>
        <ProductMark title={pick(entry.product.title)} />
        <button type="button" className={styles.language} lang={index === 0 ? 'en' : 'zh-CN'} onClick={() => session.setLanguage(index === 0 ? 1 : 0)}>
          {index === 0 ? 'English' : '中文'}
        </button>
      </header>
      <main className={styles.middle}><SignInForm onBegin={onBegin} /></main>
    </div>
  )
}
