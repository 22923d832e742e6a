// Shows notifications as messages of this page, and questions as a dialog.
// Avoids antd's static functions, which know no theme and no language.
import {
  createContext,
  Fragment,
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
import type {
  ConfirmRequest,
  NotificationLink,
  NotificationOptions,
  Severity,
} from '../../client/feedback/notifications'
import { useShortcuts } from '../controls/hooks/useShortcuts'
import type { Messages as Held } from './MessageHost'

const QuestionDialog = lazy(() => import('./QuestionDialog'))
const MessageHost = lazy(() => import('./MessageHost'))

type Message = Parameters<Held['lasting']['open']>[0]
type Messages = {
  readonly open: (message: Message, place?: keyof Held) => void
  readonly destroy: (key: string) => void
}
const MessagesContext = createContext<Messages | null>(null)

/** The messages of the page, for progress such as that of an export. */
export function useMessages(): Messages {
  const messages = useContext(MessagesContext)
  if (!messages) throw new Error('There are no messages above this component')
  return messages
}

interface OpenQuestion {
  readonly id: number
  readonly question: ConfirmRequest
  readonly answer: (yes: boolean) => void
}
let nextQuestion = 0

/** Draws its children, and above them the notifications of the Runtime. Mount it once: it is their only view. */
export function NotificationHost({ children }: { children: ReactNode }) {
  const { notifications } = useRuntime()
  const { messages, contextHolder } = useHeldMessages()
  const [questions, setQuestions] = useState<readonly OpenQuestion[]>([])
  const undo = useUndo(messages)
  const endOutdated = useOutdated(messages)
  useEffect(
    () =>
      notifications.attach({
        say: (severity, text, options = {}) => {
          const about = endOutdated(options)
          if (options.undo) return about(undo.offer(severity, text, { ...options, undo: options.undo }))
          const { link, next } = options
          const links = [link, next].filter((one) => one !== undefined)
          // Show the same simultaneous text only once.
          const key = `${severity}:${text}:${link?.text ?? ''}`
          const isLinked = links.length > 0
          messages.open(
            {
              type: severity,
              content: isLinked ? <LinkedText text={text} links={links} leave={() => messages.destroy(key)} /> : text,
              key,
              duration: isLinked ? linkedSeconds : severity === 'error' || severity === 'warning' ? 5 : 3,
            },
            // A success must not cover the record that it changed.
            severity === 'success' ? 'lasting' : 'brief',
          )
          if (isLinked) about(key)
        },
        confirm: (question) =>
          new Promise((resolve) => {
            const id = nextQuestion++
            const answer = (yes: boolean) => {
              setQuestions((now) => now.filter((item) => item.id !== id))
              resolve(yes)
            }
            setQuestions((now) => [...now, { id, question, answer }])
          }),
      }),
    [notifications, messages, undo, endOutdated],
  )
  return (
    <MessagesContext.Provider value={messages}>
      {contextHolder}
      {children}
      {questions.map(({ id, question, answer }) => (
        <Suspense key={id} fallback={null}>
          <QuestionDialog question={question} answer={answer} />
        </Suspense>
      ))}
    </MessagesContext.Provider>
  )
}

/** Long enough to read and click a number; a message under the pointer stays anyway. */
const linkedSeconds = 15

interface LinkedTextProps {
  readonly text: string
  readonly links: readonly NotificationLink[]
  readonly leave: () => void
}

/** A text and its links; a link that occurs in the text is inlined there. */
function LinkedText({ text, links, leave }: LinkedTextProps) {
  const [first, ...rest] = links
  const position = first ? text.indexOf(first.text) : -1
  const isNamed = first !== undefined && position >= 0
  return (
    <>
      {isNamed ? (
        <>
          {text.slice(0, position)}
          <NoticeButton link={first} leave={leave} />
          {text.slice(position + first.text.length)}
        </>
      ) : (
        text
      )}
      {(isNamed ? rest : links).map((link) => (
        <Fragment key={link.text}>
          {' '}
          <NoticeButton link={link} leave={leave} />
        </Fragment>
      ))}
    </>
  )
}

function NoticeButton({ link, leave }: { readonly link: NotificationLink; readonly leave: () => void }) {
  return (
    <button
      type="button"
      className="value-link"
      onClick={() => {
        if (!link.staysOpen) leave()
        link.follow()
      }}
    >
      {link.text}
    </button>
  )
}

/** Ends the notices about records that are written again; the returned function notes a notice about them. */
function useOutdated(messages: Messages) {
  const keys = useRef(new Map<string, string>())
  return useCallback(
    ({ about = [] }: NotificationOptions) => {
      for (const name of about) {
        const key = keys.current.get(name)
        if (key !== undefined) messages.destroy(key)
        keys.current.delete(name)
      }
      return (key: string): void => {
        for (const name of about) keys.current.set(name, key)
      }
    },
    [messages],
  )
}

type Undo = NonNullable<NotificationOptions['undo']>

/** Offers to undo the last action, by a click on its notice or the key "z". */
function useUndo(messages: Messages) {
  const last = useRef<{ readonly key: string; readonly follow: () => void } | null>(null)
  const count = useRef(0)
  useShortcuts({
    z: () => {
      const offered = last.current
      if (!offered) return false
      messages.destroy(offered.key)
      offered.follow()
      return true
    },
  })
  return useMemo(
    () => ({
      offer(severity: Severity, text: string, { link, next, undo }: NotificationOptions & { readonly undo: Undo }) {
        const key = `undo:${(count.current += 1)}`
        // Only the last action can be undone through its notice.
        if (last.current) messages.destroy(last.current.key)
        const leave = () => {
          if (last.current?.key === key) last.current = null
        }
        last.current = {
          key,
          follow: () => {
            leave()
            undo.follow()
          },
        }
        const links = [link, next, { ...undo, follow: last.current.follow }].filter((one) => one !== undefined)
        messages.open(
          {
            key,
            type: severity,
            content: <LinkedText text={text} links={links} leave={() => messages.destroy(key)} />,
            duration: undo.seconds,
            onClose: leave,
          },
          'lasting',
        )
        return key
      },
    }),
    [messages],
  )
}

/** Messages held until their container is mounted, which the first of them requests. */
function useHeldMessages(): { readonly messages: Messages; readonly contextHolder: ReactNode } {
  const [isRequested, setIsRequested] = useState(false)
  const heldMessages = useRef<Held | null>(null)
  const waiting = useRef<((held: Held) => void)[]>([])
  const take = useCallback((next: Held) => {
    heldMessages.current = next
    for (const act of waiting.current.splice(0)) act(next)
  }, [])
  const messages = useMemo((): Messages => {
    const withHeld = (act: (held: Held) => void) => {
      if (heldMessages.current) return act(heldMessages.current)
      waiting.current.push(act)
      setIsRequested(true)
    }
    return {
      open: (item, place = 'brief') => withHeld((all) => void all[place].open(item)),
      destroy: (key) =>
        withHeld((all) => {
          all.brief.destroy(key)
          all.lasting.destroy(key)
        }),
    }
  }, [])
  return {
    messages,
    contextHolder: isRequested ? (
      <Suspense fallback={null}>
        <MessageHost take={take} />
      </Suspense>
    ) : null,
  }
}
