// Who comes from an outside service? Its one-time code (?code=) lets in whoever bound that account; somebody who has not signs in here first and binds it then.
// Whoever is signed in already sees nothing of it.
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { CallError } from '../../../runtime/faults'
import { useRuntime, useSession, useWords } from '../../../runtime/runtime'
import type { AccountChoice, SignInOutcome } from '../../../runtime/signIn'
import { ChooseAccount } from '../../shell/ChooseAccount'
import { leaveTo } from '../../shell/leave'
import { SignInForm } from '../../shell/SignInForm'
import styles from '../../shell/signIn.module.css'

export default function OutsideSignInPart() {
  const { signIn } = useRuntime()
  const { t } = useWords()
  const { search } = useLocation()
  const here = useSession((state) => state.boot !== null)
  const [choices, setChoices] = useState<readonly AccountChoice[] | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  const tried = useRef(false)
  const code = new URLSearchParams(search).get('code')

  const go = async (step: () => Promise<SignInOutcome>) => {
    try {
      const outcome = await step()
      if (outcome.step === 'choose') setChoices(outcome.accounts)
      else leaveTo('/')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setChoices(null)
      setSaid(error.message)
    }
  }
  useEffect(() => {
    if (here || code === null || tried.current) return
    tried.current = true
    void go(() => signIn.withOutsideCode(code))
  })
  if (here) return null
  return (
    <div className={styles.stack}>
      <p className={styles.note} role={said ? 'alert' : undefined}>
        {said ?? t('signIn.outsideLead')}
      </p>
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
        <SignInForm />
      )}
    </div>
  )
}
