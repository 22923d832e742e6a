// A modal dialog that keeps the focus while it is open and gives it back when it goes.
import { Modal, type ModalProps } from 'antd'
import { useEffect, useRef, type RefObject } from 'react'

/** Draws the modal; what removes it at once or removes a pressed control in it does not lose the focus. */
export function FocusedModal({ children, ...modal }: ModalProps & { readonly open: boolean }) {
  const content = useKeptFocus(modal.open)
  return (
    <>
      <ReturnFocus open={modal.open} />
      <Modal {...modal}>
        <div ref={content}>{children}</div>
      </Modal>
    </>
  )
}

/**
 * Keeps the focus in the dialog around the returned ref when the focused control disappears, so that Escape still
 * works.
 */
export function useKeptFocus(open: boolean): RefObject<HTMLDivElement> {
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const dialog = content.current?.closest<HTMLElement>('.ant-modal-wrap')
    if (!open || !dialog) return
    const isLost = () => document.activeElement === null || document.activeElement === document.body
    let frame = 0
    // Whatever removed the control may focus another one; wait a frame to see.
    const keep = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(() => isLost() && dialog.focus({ preventScroll: true }))
      })
    }
    const observer = new MutationObserver(() => isLost() && keep())
    observer.observe(dialog, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [open])
  return content
}

/**
 * Gives the focus back to what had it before the dialog opened, where the dialog is removed at once or another one
 * takes its place: the modal itself does so only when it is closed first. To be drawn before the modal, which takes
 * the focus.
 */
export function ReturnFocus({ open }: { readonly open: boolean }) {
  useEffect(() => {
    const opener = document.activeElement
    if (!open || !(opener instanceof HTMLElement)) return
    return () => {
      if (document.activeElement === document.body && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [open])
  return null
}
