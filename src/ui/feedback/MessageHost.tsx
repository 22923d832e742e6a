// Mounts the messages of the page with the first of them.
import { message } from 'antd'
import { useEffect, useRef } from 'react'
import './messages.css'

type MessageList = ReturnType<typeof message.useMessage>[0]

export interface Messages {
  /** At the top: errors. */
  readonly brief: MessageList
  /** At the bottom, where it covers no record header. */
  readonly lasting: MessageList
}

/** Draws the places for messages and hands the functions that open them to `take`. */
export default function MessageHost({ take }: { take: (messages: Messages) => void }) {
  const corner = useRef<HTMLDivElement>(null)
  const [brief, top] = message.useMessage({ maxCount: 3, top: 60 })
  const [lasting, bottom] = message.useMessage({ maxCount: 3, getContainer: () => corner.current! })
  useEffect(() => take({ brief, lasting }), [brief, lasting, take])
  return (
    <>
      {top}
      <div ref={corner} className="messages-corner" role="log">
        {bottom}
      </div>
    </>
  )
}
