// Shows a page of an integration with a record, in a sandbox that shares nothing with the product.
// The page receives the record; exported values are validated field by field and shown in the form of a transition,
// which the user saves. The page itself can change nothing here.
import { Alert, Button } from 'antd'
import { lazy, Suspense, useEffect, useRef, useState, type RefObject } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Entity } from '../../../../manifest/model/entity'
import type { RecordData } from '../../../../protocol/calls'
import type { ScreenAnswer } from '../../../../protocol/screenCalls'
import { frameProtocol, readFrameMessage, type FromFrame } from '../../../../protocol/frames/frameMessages'
import { useViewQuery } from '../../../../client/navigation/urlState'
import { useRecord } from '../../../../client/data/queries'
import { useProduct, useRuntime, useTranslator } from '../../../../client/context/clientContext'
import { useCurrentTab } from '../../../../client/navigation/unsavedChanges'
import { Icon } from '../../../controls/icons'
import { ResultPage } from '../../../controls/result/ResultPage'
import { BlockState } from '../../common/BlockState'
import styles from './frame.module.css'
import { useFrameExport, type Say } from './useFrameExport'
import type { PagePartProps } from '../../common/pagePart'
import { useElapsed } from '../../../controls/hooks/useElapsed'

const ActionDialog = lazy(() => import('../../../form/dialogs/ActionDialog'))
const loadTimeoutMs = 12_000
/** Sandbox permissions of a page of another origin; one without an origin of its own may only run scripts. */
const boxes = {
  boxed: 'allow-scripts',
  open: 'allow-scripts allow-same-origin allow-forms allow-popups allow-downloads',
} as const

/** Whether the user came from another page of the product. */
const hasBefore = (): boolean => ((window.history.state as { idx?: number } | null)?.idx ?? 0) > 0

/** Draws the frame of the record in `?id=`, or why there is none: no right, no page, or no record. */
export default function FramePart({ block, screen }: PagePartProps) {
  const { t } = useTranslator()
  const navigate = useNavigate()
  const { homeScreen: home } = useProduct()
  const [query] = useViewQuery()
  const id = Number(/^[1-9]\d{0,15}$/.exec(query.get('id') ?? '')?.[0] ?? 0)
  const entity = screen.entities[block.entity ?? '']
  const { data, error, refetch } = useRecord(block.entity ?? '', id, [block.entity ?? ''], { enabled: id > 0 })
  const page = pageOf(block, screen)
  if (!entity) return <Alert type="warning" showIcon message={t('shell.forbiddenText')} />
  if (!page)
    return (
      <ResultPage severity="info" title={t('integration.frameOff')} text={t('integration.frameOffText')}>
        <Button onClick={() => void navigate(home)}>{t('shell.backHome')}</Button>
      </ResultPage>
    )
  if (id === 0)
    return (
      <ResultPage severity="info" title={t('integration.frameNoRecord')} text={t('integration.frameFromRecord')}>
        <Button onClick={() => void navigate(home)}>{t('shell.backHome')}</Button>
      </ResultPage>
    )
  if (!data) return <BlockState error={error} retry={() => void refetch()} rows={6} />
  const refresh = () => void refetch()
  return (
    <RecordFrame block={block} screen={screen} entity={entity} record={data.record} page={page} refresh={refresh} />
  )
}

interface FramePage {
  readonly address: string
  /** Sandboxed without an origin of its own. */
  readonly boxed: boolean
  readonly origin: string
}

function pageOf(block: PagePartProps['block'], screen: ScreenAnswer): FramePage | undefined {
  const page = screen.frames?.[block.integration ?? '']
  if (!page) return undefined
  const { href, origin } = new URL(page.address, window.location.origin)
  // The browser would give a page of our own origin full access: sandbox it whatever the server answers.
  return { address: href, origin, boxed: page.boxed === true || origin === window.location.origin }
}

interface RecordFrameProps extends Pick<PagePartProps, 'block' | 'screen'> {
  readonly entity: Entity
  readonly record: RecordData
  readonly page: FramePage
  readonly refresh: () => void
}

/** The page with the record, and the form of exported values. */
function RecordFrame(props: RecordFrameProps) {
  const { screen, entity, record, page } = props
  const { t, pick } = useTranslator()
  const { active } = useCurrentTab()
  const { frame, count, isSilent, retry, handed, close } = useFrame(props)
  return (
    <div className={styles.frame}>
      {screen.screen.layout === 'empty' ? <FrameHead title={pick(screen.screen.title)} label={record.label} /> : null}
      {isSilent ? (
        <Alert
          type="warning"
          showIcon
          message={t('integration.frameSilent')}
          action={
            <Button size="small" onClick={retry}>
              {t('integration.retry')}
            </Button>
          }
        />
      ) : null}
      <iframe
        key={count}
        ref={frame}
        className={styles.page}
        src={page.address}
        title={`${pick(screen.screen.title)} ${record.label}`}
        sandbox={page.boxed ? boxes.boxed : boxes.open}
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

function FrameHead({ title, label }: { title: string; label: string }) {
  const { t } = useTranslator()
  const navigate = useNavigate()
  return (
    <header className={styles.head}>
      <Button icon={<Icon name="back" size={16} />} onClick={() => void (hasBefore() ? navigate(-1) : navigate('/'))}>
        {t('integration.frameBack')}
      </Button>
      <h1>{title}</h1>
      <span>{label}</span>
    </header>
  )
}

/** Exchanges messages with the page: opens the record in it, and receives saved and exported values. */
function useFrame(props: RecordFrameProps) {
  const { block, record, page, refresh } = props
  const { t, language } = useTranslator()
  const { notifications } = useRuntime()
  const frame = useRef<HTMLIFrameElement>(null)
  const say: Say = (message) =>
    frame.current?.contentWindow?.postMessage({ protocol: frameProtocol, ...message }, page.boxed ? '*' : page.origin)
  const { hear, ...patience } = usePatience()
  const { take, handed, close } = useFrameExport(props, say)
  useFrameMessages(frame, page, (message) => {
    hear()
    if (message.type === 'export') return take(message.name, message.values)
    if (message.type === 'saved') {
      notifications.say('success', t('integration.frameSaved'))
      return refresh()
    }
    const values = Object.fromEntries((block.sentFields ?? []).map((field) => [field, record.values[field] ?? null]))
    const takes = Object.keys(block.imports ?? {})
    say({ type: 'open', language, takes, record: { label: record.label, values } })
  })
  return { frame, handed, close, ...patience }
}

/** Receives messages only from the page in the frame. */
function useFrameMessages(
  frame: RefObject<HTMLIFrameElement | null>,
  { boxed, origin }: FramePage,
  take: (message: FromFrame) => void,
): void {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const listen = ({ source, origin: sender, data }: MessageEvent) => {
      if (source === null || source !== frame.current?.contentWindow || sender !== (boxed ? 'null' : origin)) return
      const message = readFrameMessage(data)
      if (message) latest.current(message)
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [frame, boxed, origin])
}

/** Whether the page has not responded in time; `count` changes when the page must reload. */
function usePatience() {
  const [count, setCount] = useState(0)
  const [heard, setHeard] = useState(false)
  const isLate = useElapsed(loadTimeoutMs, count)
  const retry = () => {
    setHeard(false)
    setCount(count + 1)
  }
  return { count, isSilent: isLate && !heard, hear: () => setHeard(true), retry }
}
