// Shows the prompt for a second factor when code without a view requests it.
import { lazy, Suspense, useEffect, useState } from 'react'
import { useRuntime } from '../../../client/context/clientContext'

const FactorPrompt = lazy(() => import('./FactorPrompt'))

/** Draws nothing until a proof is requested. A second request cancels the first, which resolves to undefined. */
export function FactorPromptHost() {
  const { factors } = useRuntime()
  const [prompt, setPrompt] = useState<{ readonly answer: (proof: string | undefined) => void } | null>(null)
  useEffect(
    () =>
      factors.attach(
        () =>
          new Promise((resolve) => {
            setPrompt((former) => {
              former?.answer(undefined)
              return {
                answer(proof) {
                  setPrompt(null)
                  resolve(proof)
                },
              }
            })
          }),
      ),
    [factors],
  )
  return prompt ? (
    <Suspense fallback={null}>
      <FactorPrompt answer={prompt.answer} />
    </Suspense>
  ) : null
}
