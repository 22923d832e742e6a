// Keeps the focus in a checklist when the focused button or dialog disappears.
// It moves to the buttons of the same step, else of the next step with some, else to the name of the step.
import { useCallback, useEffect, useRef } from 'react'

/** `begun`: a dialog has opened, which has the focus. `leave`: the focused element of a step is disappearing. */
export function useStepFocus(begun: boolean) {
  const list = useRef<HTMLOListElement>(null)
  const left = useRef<string>(undefined)
  const leave = useCallback((step: string) => {
    left.current = step
  }, [])
  useEffect(() => {
    const name = left.current
    if (name === undefined || begun) return
    left.current = undefined
    if (document.activeElement === document.body) successorOf(list.current, name)?.focus()
  })
  return { list, leave }
}

function successorOf(list: HTMLOListElement | null, name: string): HTMLElement | null | undefined {
  const steps = [...(list?.children ?? [])]
  const from = steps.findIndex((step) => (step as HTMLElement).dataset.step === name)
  const inOrder = [...steps.slice(from), ...steps.slice(0, from)]
  const [button] = inOrder.flatMap((step) => step.querySelector('button') ?? [])
  return button ?? steps[from]?.querySelector('a')
}
