// What does a question to the person look like? A small dialog in the middle with one or two buttons; Escape is the careful answer.
import { Modal } from 'antd'
import { useEffect, useRef } from 'react'
import type { Question } from '../../runtime/notices'

interface QuestionDialogProps {
  readonly question: Question
  readonly answer: (yes: boolean) => void
}

export default function QuestionDialog({ question: { title, text, ok, cancel, danger }, answer }: QuestionDialogProps) {
  const [modal, holder] = Modal.useModal()
  const answered = useRef(answer)
  answered.current = answer
  useEffect(() => {
    const options = {
      title,
      content: text,
      okText: ok,
      cancelText: cancel,
      centered: true,
      autoFocusButton: 'ok' as const,
      okButtonProps: danger ? { danger: true } : undefined,
      onOk: () => answered.current(true),
      onCancel: () => answered.current(false),
    }
    const shown = cancel ? modal.confirm(options) : modal.warning(options)
    return () => shown.destroy()
  }, [modal, title, text, ok, cancel, danger])
  return holder
}
