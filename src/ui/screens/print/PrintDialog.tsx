// Print preview of a record's document on A4, to print it or to download it as a PDF.
import { Button, Progress } from 'antd'
import {
  lazy,
  Suspense,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
  type RefObject,
} from 'react'
import { createPortal } from 'react-dom'
import type { PrintedDocument } from '../../../manifest/model/document'
import type { RecordAnswer } from '../../../protocol/calls'
import { saveAs } from '../../../client/data/fileTransfer'
import { useProduct, useRuntime, useTranslator } from '../../../client/context/clientContext'
import { useBackCloses } from '../../../client/navigation/backCloses'
import type { Translator } from '../../../client/text/translate'
import type { RenderContext } from '../../values/renderContext'
import { FocusedModal } from '../../controls/dialogs/FocusedModal'
import { paginate } from './paginate'
import { makePdf } from './pdf'
import { footerOf, piecesOf } from './documentParts'
import { useDocumentPictures } from './useDocumentPictures'
import { useTextPdf } from './useTextPdf'
import styles from './document.module.css'

const SendLink = lazy(() => import('./SendLink'))

/**
 * CSS pixels of the paper between its margins: A4 at 96 dots per inch, with margins of 18 mm and a line for the page
 * number.
 */
const pagePixels = 1123 - 2 * 68 - 24

interface PrintDialogProps {
  readonly document: PrintedDocument
  readonly entity: string
  readonly answer: Pick<RecordAnswer, 'record' | 'related'>
  readonly renderContext: RenderContext
  readonly close: () => void
}

/** Draws the pages in a dialog. The PDF has pictures of them, or real text written by the server. */
export default function PrintDialog({ document, entity, answer, renderContext, close }: PrintDialogProps) {
  const { record } = answer
  // The paper keeps to its language, the dialog around it to the user's.
  const { translator } = renderContext
  const title = useTranslator().pick(document.title)
  const { pieces, foot, pictures } = usePieces({ document, entity, answer, renderContext })
  const { pages, measured } = usePages(pieces)
  const container = useRef<HTMLDivElement>(null)
  const name = `${translator.pick(document.title)} ${record.label}.pdf`
  const drawing = usePictures(name)
  const { isLoading, take: takeText } = useTextPdf()
  const [isSending, setIsSending] = useState(false)
  const request = { entity, id: record.id, document: document.name }
  const textPdf = { isLoading, take: () => takeText(request, name) }
  const take = () => void drawing.take([...(container.current?.querySelectorAll<HTMLElement>(`.${styles.page}`) ?? [])])
  const leave = useLeaving(drawing.stop, close)
  const sheets = pages?.map((places, index) => (
    <Sheet key={index} page={index + 1} count={pages.length} foot={foot} translator={translator}>
      {places.map((position) => pieces[position]?.node)}
    </Sheet>
  ))
  return (
    <FocusedModal
      open
      onCancel={leave}
      width={900}
      centered
      title={title}
      footer={
        <PrintButtons
          pageCount={pictures ? pages?.length : undefined}
          done={drawing.done}
          take={take}
          stop={drawing.stop}
          text={textPdf}
          send={document.link && (() => setIsSending(true))}
        />
      }
    >
      <div className={styles.desk} lang={translator.language} role="group" aria-label={title} tabIndex={0}>
        <Measure pieces={pieces} measured={measured} />
        <div ref={container}>{sheets}</div>
      </div>
      {createPortal(
        <div className={styles.paper} lang={translator.language} aria-hidden>
          {sheets}
        </div>,
        window.document.body,
      )}
      {isSending && document.link ? (
        <Sending
          request={request}
          title={`${title} ${record.label}`}
          maxDays={document.link.maxDays}
          close={() => setIsSending(false)}
        />
      ) : null}
    </FocusedModal>
  )
}

/** Stops the pictures and closes the dialog, also by the Back button. */
function useLeaving(stop: () => void, close: () => void): () => void {
  const leave = (): void => {
    stop()
    close()
  }
  useBackCloses(true, leave)
  return leave
}

type DrawnDocument = Pick<PrintDialogProps, 'document' | 'entity' | 'answer' | 'renderContext'>

/** `pictures`: null until each has loaded or failed. */
function usePieces({ document, entity, answer: { record, related }, renderContext }: DrawnDocument) {
  const { language } = renderContext.translator
  const { timezone } = useProduct()
  const pictures = useDocumentPictures(document, entity, record)
  const drawn = useMemo(() => {
    const context = {
      entity,
      record,
      related,
      renderContext,
      language,
      timezone,
      pictures: pictures ?? new Map<string, string>(),
    }
    return { pieces: piecesOf(document, context), foot: footerOf(document, context) }
  }, [document, entity, record, related, renderContext, language, timezone, pictures])
  return { ...drawn, pictures }
}

interface MeasureProps {
  readonly pieces: ReturnType<typeof piecesOf>
  readonly measured: RefObject<HTMLDivElement>
}

/** The pieces below each other, hidden, to measure their heights. */
const Measure = ({ pieces, measured }: MeasureProps) => (
  <div ref={measured} className={styles.measure} aria-hidden>
    {pieces.map((piece, index) => (
      <div key={index}>{piece.node}</div>
    ))}
  </div>
)

const Sending = (props: ComponentProps<typeof SendLink>) => (
  <Suspense>
    <SendLink {...props} />
  </Suspense>
)

/** The positions of the pieces on each page, null until the pieces in `measured` have their heights. */
function usePages(pieces: ReturnType<typeof piecesOf>) {
  const [pages, setPages] = useState<readonly (readonly number[])[] | null>(null)
  const measured = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const measure = measured.current
    // A dialog is scaled down while it opens.
    const scale = measure ? measure.getBoundingClientRect().width / measure.offsetWidth : 1
    const heights = [...(measure?.children ?? [])].map((child) => child.getBoundingClientRect().height / scale)
    setPages(
      paginate(
        pieces.map((piece, index) => ({ ...piece, height: heights[index] ?? 0 })),
        pagePixels,
      ),
    )
  }, [pieces])
  return { pages, measured }
}

/** Renders pages into a PDF of pictures; `done`: pages rendered so far, null if none is in progress. */
function usePictures(name: string) {
  const { t } = useTranslator()
  const { notifications } = useRuntime()
  const [done, setDone] = useState<number | null>(null)
  const work = useRef<AbortController | null>(null)
  const take = async (pages: readonly HTMLElement[]): Promise<void> => {
    const control = new AbortController()
    work.current = control
    setDone(0)
    try {
      saveAs(await makePdf(pages, setDone, control.signal), name)
    } catch (error) {
      if (!control.signal.aborted)
        notifications.say(
          'error',
          t('document.failed', { why: error instanceof Error ? error.message : String(error) }),
        )
    } finally {
      if (work.current === control) setDone(null)
    }
  }
  return { done, take, stop: () => work.current?.abort() }
}

interface SheetProps {
  readonly page: number
  readonly count: number
  readonly foot: string
  readonly translator: Translator
  readonly children: readonly ReactNode[]
}

function Sheet({ page, count, foot, translator, children }: SheetProps) {
  const number = translator.t('document.pageOf', { page, count })
  return (
    <section className={styles.page} aria-label={number}>
      <div className={styles.content}>
        {children.map((node, index) => (
          <div key={index}>{node}</div>
        ))}
      </div>
      <footer>
        {foot ? <p>{foot}</p> : null}
        {number}
      </footer>
    </section>
  )
}

interface PrintButtonsProps {
  /** Absent: the pages are unknown yet. */
  readonly pageCount: number | undefined
  readonly done: number | null
  readonly take: () => void
  readonly stop: () => void
  readonly text: { readonly isLoading: boolean; readonly take: () => Promise<void> }
  /** Absent if the user may send no links to this document. */
  readonly send: (() => void) | undefined
}

function PrintButtons({ pageCount, done, take, stop, text, send }: PrintButtonsProps) {
  const { t } = useTranslator()
  return (
    <>
      {done !== null && pageCount !== undefined ? (
        <Progress
          className={styles.progress}
          percent={Math.round((100 * done) / pageCount)}
          size="small"
          format={() => t('document.pageOf', { page: done, count: pageCount })}
          aria-label={t('document.pageOf', { page: done, count: pageCount })}
        />
      ) : null}
      {done === null ? null : <Button onClick={stop}>{t('document.stop')}</Button>}
      {send ? <Button onClick={send}>{t('sentLink.send')}</Button> : null}
      <Button loading={done !== null} disabled={pageCount === undefined} onClick={take}>
        {t('document.pictures')}
      </Button>
      <Button loading={text.isLoading} onClick={() => void text.take()}>
        {t('document.pdf')}
      </Button>
      <Button type="primary" disabled={pageCount === undefined || done !== null} onClick={() => window.print()}>
        {t('document.print')}
      </Button>
    </>
  )
}
