// Shows notifications as messages of this page, and questions as a dialog.
// Avoids antd's static functions, which know no theme and no language.
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
import { useRuntime } from '../../client/context/clientContext'
import type { ConfirmRequest, NoticeLink } from '../../client/feedback/notifications'
import type { Messages as Held } from './MessageHost'

const QuestionDialog = lazy(() => import('./QuestionDialog'))
const MessageHolder = lazy(() => import('./MessageHost'))

type Messages = {
  readonly open: (message: Parameters<Held['open']>[0]) => void
  readonly destroy: (key: string) => void
}
const MessagesContext = createContext<Messages | null>(null)

/** The messages of the page, for progress such as that of an export. */
export function useMessages(): Messages {
  const messages = useContext(MessagesContext)
  if (!messages) throw new Error('There are no messages above this component')
  return messages
}

interface Asked {
  readonly id: number
  readonly question: ConfirmRequest
  readonly answer: (yes: boolean) => void
}
let asking = 0

export function NotificationHost({ children }: { children: ReactNode }) {
  const { notices } = useRuntime()
  const { messages, holder } = useHeldMessages()
  const [askeds, setAsked] = useState<readonly Asked[]>([])
  useEffect(
    () =>
      notices.draw({
        say: (severity, text, link) => {
          // The same text twice at once is one notice.
          const key = `${severity}:${text}:${link?.text ?? ''}`
          messages.open({
            type: severity,
            content: link ? <LinkedText text={text} link={link} leave={() => messages.destroy(key)} /> : text,
            key,
            duration: link ? linkedSeconds : severity === 'error' || severity === 'warning' ? 5 : 3,
          })
        },
        ask: (question) =>
          new Promise((resolve) => {
            const id = asking++
            const answer = (yes: boolean) => {
              setAsked((now) => now.filter((item) => item.id !== id))
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
      {askeds.map(({ id, question, answer }) => (
        <Suspense key={id} fallback={null}>
          <QuestionDialog question={question} answer={answer} />
        </Suspense>
      ))}
    </MessagesContext.Provider>
  )
}

/** Long enough to read a number and to reach for it. */
const linkedSeconds = 8

function LinkedText({ text, link, leave }: { text: string; link: NoticeLink; leave: () => void }) {
  const follow = () => {
    leave()
    link.follow()
  }
  return (
    <>
      {text}{' '}
      <button type="button" className="value-link" onClick={follow}>
        {link.text}
      </button>
    </>
  )
}

/** Messages held until their container is mounted, which the first of them requests. */
function useHeldMessages(): { readonly messages: Messages; readonly holder: ReactNode } {
  const [isRequested, setWanted] = useState(false)
  const container = useRef<Held | null>(null)
  const waiting = useRef<((held: Held) => void)[]>([])
  const take = useCallback((next: Held) => {
    container.current = next
    for (const act of waiting.current.splice(0)) act(next)
  }, [])
  const messages = useMemo((): Messages => {
    const withHeld = (act: (held: Held) => void) => {
      if (container.current) return act(container.current)
      waiting.current.push(act)
      setWanted(true)
    }
    return {
      open: (item) => withHeld((all) => void all.open(item)),
      destroy: (key) => withHeld((all) => all.destroy(key)),
    }
  }, [])
  return {
    messages,
    holder: isRequested ? (
      <Suspense fallback={null}>
        <MessageHolder take={take} />
      </Suspense>
    ) : null,
  }
}
