// A confirmation in a small dialog with one or two buttons. Escape cancels.
// So does Enter if confirming is destructive.
import { Modal } from 'antd'
import { useEffect, useRef } from 'react'
import { useBackCloses } from '../../client/navigation/backCloses'
import type { ConfirmRequest } from '../../client/feedback/notifications'

interface QuestionDialogProps {
  readonly question: ConfirmRequest
  readonly answer: (yes: boolean) => void
}

/** Draws one question; `answer` is called once, with false when it is canceled. */
export default function QuestionDialog({ question, answer }: QuestionDialogProps) {
  const { title, text, ok, cancel, danger, informs } = question
  const [modal, contextHolder] = Modal.useModal()
  const answered = useRef(answer)
  answered.current = answer
  useBackCloses(true, () => answered.current(false))
  useEffect(() => {
    const options = {
      title,
      content: <span className="shell-question">{text}</span>,
      okText: ok,
      cancelText: cancel,
      centered: true,
      autoFocusButton: danger && cancel ? ('cancel' as const) : ('ok' as const),
      okButtonProps: danger ? { danger: true } : undefined,
      onOk: () => answered.current(true),
      onCancel: () => answered.current(false),
    }
    const visible = cancel ? modal.confirm(options) : informs ? modal.info(options) : modal.warning(options)
    return () => visible.destroy()
  }, [modal, title, text, ok, cancel, danger, informs])
  return contextHolder
}
