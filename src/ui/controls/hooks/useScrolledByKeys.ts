// Lets keys scroll the body of a dialog that has nothing else in it to take the focus.
import { useEffect, type RefObject } from 'react'

const focusable = 'a[href], button, input, select, textarea, [tabindex]:not([tabindex="-1"])'

/** `content`: what the body holds; while open, the body can take the focus if only that makes all of it readable. */
export function useScrolledByKeys(content: RefObject<HTMLElement>, open: boolean): void {
  useEffect(() => {
    const inner = content.current
    const body = inner?.closest<HTMLElement>('.ant-modal-body')
    if (!open || !inner || !body) return
    const observer = new ResizeObserver(() => {
      if (body.scrollHeight > body.clientHeight && !inner.querySelector(focusable)) body.tabIndex = 0
      else body.removeAttribute('tabindex')
    })
    for (const element of [inner, body]) observer.observe(element)
    return () => observer.disconnect()
  }, [content, open])
}
