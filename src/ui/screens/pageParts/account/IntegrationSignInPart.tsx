// Signs in by the one-time code of an integration (?code=).
// A user without a bound account signs in first and then binds it. Shows nothing to a signed-in user.
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { builtInPaths } from '../../../../client/navigation/builtInPaths'
import { CallError } from '../../../../client/feedback/callError'
import { useRuntime, useSession } from '../../../../client/context/clientContext'
import type { AccountChoice, SignInOutcome } from '../../../../client/session/signIn'
import { ChooseAccount } from '../../../auth/ChooseAccount'
import { reloadAt } from '../../../auth/reloadAt'
import { SecondStep } from '../../../auth/factors/SecondStep'
import { SignInForm } from '../../../auth/SignInForm'
import styles from '../../../auth/signIn.module.css'
import type { PagePartProps } from '../../common/pagePart'
import stepStyles from './accountSteps.module.css'

/** Tries the code once, and draws the form, the choice of an account, or the second step after it. */
export default function IntegrationSignInPart({ block }: PagePartProps) {
  const { signIn } = useRuntime()
  const { search } = useLocation()
  const isSignedIn = useSession((state) => state.boot !== null)
  const [choices, setChoices] = useState<readonly AccountChoice[] | null>(null)
  const [second, setSecond] = useState<Extract<SignInOutcome, { readonly ticket: string }> | null>(null)
  const [text, setText] = useState<string | null>(null)
  const tried = useRef(false)
  const code = new URLSearchParams(search).get('code')

  const go = async (step: () => Promise<SignInOutcome>) => {
    try {
      const outcome = await step()
      if (outcome.step === 'choose') setChoices(outcome.accounts)
      else if ('ticket' in outcome) setSecond(outcome)
      else reloadAt('/')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setChoices(null)
      setText(error.message)
    }
  }
  useEffect(() => {
    if (isSignedIn || code === null || tried.current) return
    tried.current = true
    void go(() => signIn.withIntegrationCode(code))
  })
  if (isSignedIn) return null
  if (second)
    return (
      <div className={styles.panel}>
        <SecondStep step={second} onIn={() => reloadAt('/')} onBack={() => reloadAt(builtInPaths.signIn)} />
      </div>
    )
  return (
    <div className={stepStyles.stack}>
      {text && (
        <p className={`${styles.refused} ${stepStyles.note}`} role="alert">
          {text}
        </p>
      )}
      {choices ? (
        <div className={styles.panel}>
          <ChooseAccount
            choices={choices}
            busy={false}
            onChoose={(handle) => void go(() => signIn.choose(handle))}
            onBack={() => setChoices(null)}
          />
        </div>
      ) : (
        <SignInForm block={block} />
      )}
    </div>
  )
}
