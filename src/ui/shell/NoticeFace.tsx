// How does a notice look? It speaks through a message of this page and a dialog that comes when something is asked, never through statics that know no
// theme and no language.
import {
  createContext,
  lazy,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { useRuntime } from '../../runtime/runtime'
import type { Question } from '../../runtime/notices'
import type { Messages as Held } from './MessageHolder'

const QuestionDialog = lazy(() => import('./QuestionDialog'))
const MessageHolder = lazy(() => import('./MessageHolder'))

type Messages = {
  readonly open: (message: Parameters<Held['open']>[0]) => void
  readonly destroy: (key: string) => void
}
const MessagesContext = createContext<Messages | null>(null)

/** The messages of the page, for what goes on in one, as the making of a file. */
export function useMessages(): Messages {
  const messages = useContext(MessagesContext)
  if (!messages) throw new Error('There are no messages above this component')
  return messages
}

interface Asked {
  readonly id: number
  readonly question: Question
  readonly answer: (yes: boolean) => void
}
let asking = 0

export function NoticeFace({ children }: { children: ReactNode }) {
  const { notices } = useRuntime()
  const { messages, holder } = useHeldMessages()
  const [asked, setAsked] = useState<readonly Asked[]>([])
  useEffect(
    () =>
      notices.draw({
        say: (voice, text) => {
          // The same text twice at once is one notice.
          messages.open({
            type: voice,
            content: text,
            key: `${voice}:${text}`,
            duration: voice === 'error' || voice === 'warning' ? 5 : 3,
          })
        },
        ask: (question) =>
          new Promise((resolve) => {
            const id = asking++
            const answer = (yes: boolean) => {
              setAsked((now) => now.filter((one) => one.id !== id))
              resolve(yes)
            }
            setAsked((now) => [...now, { id, question, answer }])
          }),
      }),
    [notices, messages],
  )
  return (
    <MessagesContext.Provider value={messages}>
      {holder}
      {children}
      {asked.map(({ id, question, answer }) => (
        <Suspense key={id} fallback={null}>
          <QuestionDialog question={question} answer={answer} />
        </Suspense>
      ))}
    </MessagesContext.Provider>
  )
}

/** Messages that wait for the place where they stand, which comes with the first of them. */
function useHeldMessages(): { readonly messages: Messages; readonly holder: ReactNode } {
  const [wanted, setWanted] = useState(false)
  const held = useRef<Held | null>(null)
  const waiting = useRef<((held: Held) => void)[]>([])
  const take = useCallback((next: Held) => {
    held.current = next
    for (const act of waiting.current.splice(0)) act(next)
  }, [])
  const messages = useMemo((): Messages => {
    const withHeld = (act: (held: Held) => void) => {
      if (held.current) return act(held.current)
      waiting.current.push(act)
      setWanted(true)
    }
    return {
      open: (one) => withHeld((all) => void all.open(one)),
      destroy: (key) => withHeld((all) => all.destroy(key)),
    }
  }, [])
  return {
    messages,
    holder: wanted ? (
      <Suspense fallback={null}>
        <MessageHolder take={take} />
      </Suspense>
    ) : null,
  }
}
