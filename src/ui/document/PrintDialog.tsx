// How does a record look on paper? Its document on pages of A4, to be printed by the browser or taken as a PDF, page by page.
import { Button, Modal, Progress } from 'antd'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { PrintedDocument } from '../../manifest/app'
import type { RecordData } from '../../protocol/calls'
import { saveAs } from '../../runtime/files'
import { useRuntime, useSession, useWords } from '../../runtime/runtime'
import type { Scene } from '../values/scene'
import { paginate } from './paginate'
import { makePdf } from './pdf'
import { piecesOf } from './pieces'
import styles from './document.module.css'

/** CSS pixels of the paper between its margins: A4 at 96 dots an inch, with 18 mm around and a line for the page's number. */
const room = 1123 - 2 * 68 - 24

interface PrintDialogProps {
  readonly document: PrintedDocument
  readonly entity: string
  readonly record: RecordData
  readonly scene: Scene
  readonly close: () => void
}

export default function PrintDialog({ document, entity, record, scene, close }: PrintDialogProps) {
  const { t, pick } = useWords()
  const { notices } = useRuntime()
  const language = useSession((state) => state.language)
  const pieces = useMemo(
    () => piecesOf(document, { entity, record, scene, language }),
    [document, entity, record, scene, language],
  )
  const [pages, setPages] = useState<readonly (readonly number[])[] | null>(null)
  const [done, setDone] = useState<number | null>(null)
  const measured = useRef<HTMLDivElement>(null)
  const shown = useRef<HTMLDivElement>(null)
  const work = useRef<AbortController | null>(null)

  useLayoutEffect(() => {
    const heights = [...(measured.current?.children ?? [])].map((child) => child.getBoundingClientRect().height)
    setPages(
      paginate(
        pieces.map((piece, at) => ({ ...piece, height: heights[at] ?? 0 })),
        room,
      ),
    )
  }, [pieces])

  const leave = (): void => {
    work.current?.abort()
    close()
  }
  const take = async (): Promise<void> => {
    const control = new AbortController()
    work.current = control
    setDone(0)
    try {
      const drawn = [...(shown.current?.querySelectorAll<HTMLElement>(`.${styles.page}`) ?? [])]
      saveAs(await makePdf(drawn, setDone, control.signal), `${pick(document.title)} ${record.label}.pdf`)
    } catch (error) {
      if (!control.signal.aborted)
        notices.say('error', t('document.failed', { why: error instanceof Error ? error.message : String(error) }))
    } finally {
      if (work.current === control) setDone(null)
    }
  }
  const sheets = pages?.map((places, page) => (
    <section
      key={page}
      className={styles.page}
      aria-label={t('document.pageOf', { page: page + 1, count: pages.length })}
    >
      <div className={styles.content}>
        {places.map((at, place) => (
          <div key={place}>{pieces[at]!.node}</div>
        ))}
      </div>
      <footer>{t('document.pageOf', { page: page + 1, count: pages.length })}</footer>
    </section>
  ))
  return (
    <Modal
      open
      onCancel={leave}
      width={900}
      centered
      title={pick(document.title)}
      footer={[
        done !== null && pages ? (
          <Progress
            key="done"
            className={styles.progress}
            percent={Math.round((100 * done) / pages.length)}
            size="small"
            format={() => t('document.pageOf', { page: done, count: pages.length })}
          />
        ) : null,
        done === null ? null : (
          <Button key="stop" onClick={() => work.current?.abort()}>
            {t('document.stop')}
          </Button>
        ),
        <Button key="pdf" loading={done !== null} disabled={!pages} onClick={() => void take()}>
          {t('document.pdf')}
        </Button>,
        <Button key="print" type="primary" disabled={!pages || done !== null} onClick={() => window.print()}>
          {t('document.print')}
        </Button>,
      ]}
    >
      <div className={styles.desk}>
        <div ref={measured} className={styles.measure} aria-hidden>
          {pieces.map((piece, at) => (
            <div key={at}>{piece.node}</div>
          ))}
        </div>
        <div ref={shown}>{sheets}</div>
      </div>
      {createPortal(
        <div className={styles.paper} aria-hidden>
          {sheets}
        </div>,
        window.document.body,
      )}
    </Modal>
  )
}
