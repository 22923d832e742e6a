// Mounts the messages of the page with the first of them.
import { message } from 'antd'
import { useEffect, useMemo, useRef, type FocusEvent } from 'react'
import { sparingButtons, type NoticeList } from './sparingButtons'
import './messages.css'

type MessageList = ReturnType<typeof message.useMessage>[0]

export interface Messages {
  /** At the top: errors. */
  readonly brief: MessageList
  /** In the top bar, where it covers nothing that is read. */
  readonly lasting: NoticeList
}

/** A third one would cover what is read below the tabs. */
const maxLasting = 2

/** Keeps a notice open while a button in it has the focus; the library does so for the pointer only. */
const heldByFocus = {
  onFocus: ({ target }: FocusEvent) => point(target, 'mouseover'),
  onBlur: ({ target }: FocusEvent) => point(target, 'mouseout'),
}

function point(target: Element, event: 'mouseover' | 'mouseout'): void {
  const notice = target.closest('.ant-message-notice')
  notice?.dispatchEvent(new MouseEvent(event, { bubbles: true, relatedTarget: document.body }))
}

/** Draws the places for messages and hands the functions that open them to `take`. */
export default function MessageHost({ take }: { take: (messages: Messages) => void }) {
  const corner = useRef<HTMLDivElement>(null)
  const [brief, top] = message.useMessage({ maxCount: 3, top: 60 })
  const [corners, bottom] = message.useMessage({ getContainer: () => corner.current! })
  const lasting = useMemo(() => sparingButtons(corners, maxLasting), [corners])
  useEffect(() => take({ brief, lasting }), [brief, lasting, take])
  return (
    <>
      {top}
      <div ref={corner} className="messages-corner" role="log" aria-live="polite" {...heldByFocus}>
        {bottom}
      </div>
    </>
  )
}
