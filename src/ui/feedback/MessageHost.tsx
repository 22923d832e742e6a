// Mounts the messages of the page with the first of them.
import { message } from 'antd'
import { useEffect } from 'react'

export type Messages = ReturnType<typeof message.useMessage>[0]

export default function MessageHolder({ take }: { take: (messages: Messages) => void }) {
  const [messages, holder] = message.useMessage({ maxCount: 3, top: 60 })
  useEffect(() => take(messages), [messages, take])
  return holder
}
