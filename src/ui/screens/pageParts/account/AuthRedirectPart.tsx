// Receives the redirect of an external system and completes a sign-in or link begun in this tab.
// Otherwise passes the query to the tab of this browser that opened the other system's page, and closes once taken.
import { useEffect, useRef, useState } from 'react'
import { builtInPaths } from '../../../../client/navigation/builtInPaths'
import { CallError } from '../../../../client/feedback/callError'
import { useRuntime } from '../../../../client/context/clientContext'
import { passRedirectBack } from '../../../../client/navigation/redirectBack'
import { returnOfPress } from '../../../../client/navigation/sameTabPress'
import type { SignInOutcome } from '../../../../client/session/signIn'
import { ChooseAccount } from '../../../auth/ChooseAccount'
import { SecondStep } from '../../../auth/factors/SecondStep'
import { ResultPanel } from '../../../auth/panel/PagePanel'
import { reloadAt } from '../../../auth/reloadAt'
import styles from '../../../auth/signIn.module.css'
import type { PagePartProps } from '../../common/pagePart'

/** How long the opening tab may take to answer before the page reports that nothing was received. */
const maxAnswerMs = 1_000

/** Draws what the redirect still needs, an account or a second factor, or else its outcome. */
export default function AuthRedirectPart({ block }: PagePartProps) {
  const [alone, setAlone] = useState(false)
  const back = useWayBack(setAlone)
  if (back.choices)
    return (
      <div className={styles.panel}>
        <ChooseAccount
          choices={back.choices}
          busy={false}
          onChoose={back.choose}
          onBack={() => reloadAt(builtInPaths.signIn)}
        />
      </div>
    )
  if (back.second)
    return (
      <div className={styles.panel}>
        <SecondStep
          step={back.second}
          onIn={() => reloadAt(builtInPaths.root)}
          onBack={() => reloadAt(builtInPaths.signIn)}
        />
      </div>
    )
  const { image, title = {}, text, results } = block
  if (back.refused !== null && results.refused)
    return <ResultPanel image={image} result={results.refused} text={back.refused} />
  return <ResultPanel image={image} result={alone && results.alone ? results.alone : { title, text }} />
}

/** The outcome of the redirect. `setAlone`: whether this tab began nothing and no other has taken the query. */
function useWayBack(setAlone: (alone: boolean) => void) {
  const { signIn } = useRuntime()
  const [outcome, setOutcome] = useState<SignInOutcome | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const begun = useRef(false)
  const go = async (step: () => Promise<SignInOutcome & { readonly returnTo?: string }>) => {
    try {
      const next = await step()
      setOutcome(next)
      if (next.step === 'in' || next.step === 'linked') reloadAt(next.returnTo ?? builtInPaths.root)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setOutcome(null)
      setRefused(error.message)
    }
  }
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    if (signIn.isAway()) return void go(() => signIn.finish(window.location.search.slice(1)))
    const returnTo = returnOfPress(window.location.search)
    if (returnTo !== undefined) return reloadAt(returnTo)
    const waiting = setTimeout(() => setAlone(true), maxAnswerMs)
    passRedirectBack(window.location.search, () => {
      clearTimeout(waiting)
      setAlone(false)
      // A browser closes only a tab that a script has opened.
      window.close()
    })
  })
  return {
    refused,
    choices: outcome?.step === 'choose' ? outcome.accounts : undefined,
    second: outcome && 'ticket' in outcome ? outcome : undefined,
    choose: (handle: string) => void go(() => signIn.choose(handle)),
  }
}
