// Keeps the focus in a checklist when the button or dialog that had it goes away.
// It goes to the buttons of the same step, then to the next step that has some, then to the name of the step.
import { useCallback, useEffect, useRef } from 'react'

/** `begun`: a dialog is open, which has the focus. `leave`: what had the focus at a step is going away. */
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
