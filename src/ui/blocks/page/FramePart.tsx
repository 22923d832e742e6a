// How is a page of an outside system shown with a record of ours? In a box that shares nothing with the product; it is told the record, and what it hands
// over is checked field by field and shown in the form of a transition, which a person saves. By itself the page can change nothing here.
import { Alert, Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { frameProtocol, readFrameMessage } from '../../../protocol/frame'
import { CallError } from '../../../runtime/faults'
import { useFiles } from '../../../runtime/files'
import { useViewQuery } from '../../../runtime/location'
import { useRecord } from '../../../runtime/records'
import { useProduct, useRuntime, useWords } from '../../../runtime/runtime'
import { useViewPlace } from '../../../runtime/unsaved'
import { Icon } from '../../shell/icons'
import { Outcome } from '../../shell/Outcome'
import { BlockState } from '../parts/BlockState'
import styles from './frame.module.css'
import { takenValues } from './frameValues'
import type { PageBlockProps } from './pageBlocks'

const ActionDialog = lazy(() => import('../../form/ActionDialog'))
const patience = 12_000
/** What a page of another origin may do in its box; one without an origin of its own may only run. */
const boxes = {
  boxed: 'allow-scripts',
  open: 'allow-scripts allow-same-origin allow-forms allow-popups allow-downloads',
} as const

/** Whether this page was come to from another one of the product: the first has no place before it. */
const hasBefore = (): boolean => ((window.history.state as { idx?: number } | null)?.idx ?? 0) > 0

interface Handed {
  readonly name: string
  readonly transition: string
  readonly values: Readonly<Record<string, unknown>>
}

export default function FramePart({ block, screen }: PageBlockProps) {
  const { t, pick, language } = useWords()
  const { notices } = useRuntime()
  const { active } = useViewPlace()
  const upload = useFiles()
  const navigate = useNavigate()
  const { home } = useProduct()
  const [query] = useViewQuery()
  const id = Number(/^[1-9]\d{0,15}$/.exec(query.get('id') ?? '')?.[0] ?? 0)
  const entity = screen.entities[block.entity ?? '']
  const { data, error, refetch } = useRecord(block.entity ?? '', id, [block.entity ?? ''], id > 0)
  const frame = useRef<HTMLIFrameElement>(null)
  const page = screen.frames?.[block.outside ?? '']
  const target = page && new URL(page.address, window.location.origin)
  // A page that came from our own origin would be ours to the browser: it is boxed whatever the server says.
  const boxed = page?.boxed === true || target?.origin === window.location.origin
  const [made, setMade] = useState(0)
  const [heard, setHeard] = useState(false)
  const [silent, setSilent] = useState(false)
  const [handed, setHanded] = useState<Handed | null>(null)
  const record = data?.record
  const to = boxed ? '*' : (target?.origin ?? '')

  const say = useCallback(
    (message: object) => frame.current?.contentWindow?.postMessage({ protocol: frameProtocol, ...message }, to),
    [to],
  )
  const busy = useRef(false)
  useEffect(() => {
    if (!record || !entity) return
    const take = async (name: string, values: Readonly<Record<string, unknown>>) => {
      const names = block.takes && Object.hasOwn(block.takes, name) ? block.takes[name]! : undefined
      const transition = names
        ?.map((one) => entity.transitions[one])
        .find((one) => one && record.can.includes(one.name))
      if (!names || !transition) {
        say({ type: 'refused', name })
        return notices.say(
          'warning',
          names
            ? t('outside.frameNotNow', {
                title: pick(screen.entities[block.entity!]!.transitions[names[0]!]?.title ?? screen.screen.title),
              })
            : t('outside.frameStrange'),
        )
      }
      const taken = await takenValues(entity, transition, values, screen.dictionaries, (file, type) =>
        upload.upload(new File([file.bytes], file.name, { type }), () => undefined, new AbortController().signal),
      )
      if (taken) return setHanded({ name, transition: transition.name, values: taken })
      say({ type: 'refused', name })
      notices.say('warning', t('outside.frameStrange'))
    }
    const listen = (event: MessageEvent) => {
      if (
        event.source === null ||
        event.source !== frame.current?.contentWindow ||
        event.origin !== (boxed ? 'null' : to)
      )
        return
      const message = readFrameMessage(event.data)
      if (!message) return
      setHeard(true)
      if (message.type === 'ready') {
        const values = Object.fromEntries(
          (block.columns ?? []).map(({ field }) => [field, record.values[field] ?? null]),
        )
        return say({
          type: 'open',
          language,
          takes: Object.keys(block.takes ?? {}),
          record: { label: record.label, values },
        })
      }
      if (message.type === 'saved') {
        notices.say('success', t('outside.frameSaved'))
        return void refetch()
      }
      // One thing at a time, and nothing while a person looks at what came before.
      if (busy.current) return
      busy.current = true
      take(message.name, message.values)
        .catch((failure: unknown) => {
          if (!(failure instanceof CallError)) throw failure
          notices.say('warning', failure.message)
          say({ type: 'refused', name: message.name })
        })
        .finally(() => {
          busy.current = false
        })
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [block, boxed, entity, language, notices, pick, record, refetch, say, screen, t, to, upload])

  const shown = record !== undefined && target !== undefined
  useEffect(() => {
    if (!shown || heard) return
    const timer = setTimeout(() => setSilent(true), patience)
    return () => clearTimeout(timer)
  }, [shown, heard, made])

  if (!entity) return <Alert type="warning" showIcon message={t('shell.forbiddenText')} />
  if (id === 0 || !target)
    return (
      <Outcome voice="info" title={t('outside.frameNoRecord')} text={t('outside.frameFromRecord')}>
        <Button onClick={() => void navigate(home)}>{t('shell.backHome')}</Button>
      </Outcome>
    )
  if (!record) return <BlockState error={error} retry={() => void refetch()} rows={6} />
  const again = () => {
    setHeard(false)
    setSilent(false)
    setMade(made + 1)
  }
  const close = (done: boolean) => {
    if (handed) say({ type: done ? 'taken' : 'refused', name: handed.name })
    setHanded(null)
    if (done) void refetch()
  }
  return (
    <div className={styles.frame}>
      {screen.screen.layout === 'empty' ? (
        <header className={styles.head}>
          <Button
            icon={<Icon name="back" size={16} />}
            onClick={() => void (hasBefore() ? navigate(-1) : navigate('/'))}
          >
            {t('outside.frameBack')}
          </Button>
          <h1>{pick(screen.screen.title)}</h1>
          <span>{record.label}</span>
        </header>
      ) : null}
      {silent && !heard ? (
        <Alert
          type="warning"
          showIcon
          message={t('outside.frameSilent')}
          action={
            <Button size="small" onClick={again}>
              {t('outside.retry')}
            </Button>
          }
        />
      ) : null}
      <iframe
        key={made}
        ref={frame}
        className={styles.page}
        src={target.href}
        title={`${pick(screen.screen.title)} ${record.label}`}
        sandbox={boxed ? boxes.boxed : boxes.open}
        referrerPolicy="no-referrer"
        allow=""
      />
      {handed && active ? (
        <Suspense fallback={null}>
          <ActionDialog
            action={{ entity: entity.name, transition: handed.transition }}
            record={record}
            fill={handed.values}
            answer={screen}
            onClose={close}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
