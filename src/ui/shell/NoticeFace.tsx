// How does a notice look? It speaks through a message of this page and a dialog that comes when something is asked, never through statics that know no
// theme and no language.
import { message } from 'antd'
import { createContext, lazy, Suspense, useContext, useEffect, useState, type ReactNode } from 'react'
import { useRuntime } from '../../runtime/runtime'
import type { Question } from '../../runtime/notices'

const QuestionDialog = lazy(() => import('./QuestionDialog'))

type Messages = ReturnType<typeof message.useMessage>[0]
const MessagesContext = createContext<Messages | null>(null)

/** The messages of the page, for what goes on in one, as the making of a file. */
export function useMessages(): Messages {
  const messages = useContext(MessagesContext)
  if (!messages) throw new Error('There are no messages above this component')
  return messages
}

interface Asked { readonly id: number; readonly question: Question; readonly answer: (yes: boolean) => void }
let asking = 0

export function NoticeFace({ children }: { children: ReactNode }) {
  const { notices } = useRuntime()
  const [messages, holder] = message.useMessage({ maxCount: 3, top: 60 })
  const [asked, setAsked] = useState<readonly Asked[]>([])
  useEffect(() => notices.draw({
    say: (voice, text) => {
      // The same text twice at once is one notice.
      void messages.open({ type: voice, content: text, key: `${voice}:${text}`, duration: voice === 'error' || voice === 'warning' ? 5 : 3 })
    },
    ask: (question) => new Promise((resolve) => {
      const id = asking++
      const answer = (yes: boolean) => {
        setAsked((now) => now.filter((one) => one.id !== id))
        resolve(yes)
      }
      setAsked((now) => [...now, { id, question, answer }])
    }),
  }), [notices, messages])
  return (
    <MessagesContext.Provider value={messages}>
      {holder}
      {children}
      {asked.map(({ id, question, answer }) => <Suspense key={id} fallback={null}><QuestionDialog question={question} answer={answer} /></Suspense>)}
    </MessagesContext.Provider>
  )
}
