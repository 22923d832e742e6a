// Exports all records of a list as a file from the server, with progress and cancellation.
// Offers scheduled sending if the product has it.
import { Button } from 'antd'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import type { Product } from '../../manifest/model/product'
import type { ExportRequest } from '../../protocol/reportCalls'
import { limitMs } from '../../client/transport/callServer'
import { CallError } from '../../client/feedback/callError'
import { saveAs } from '../../client/data/fileTransfer'
import { useFormat, useProduct, useRuntime, useSession, useTranslator } from '../../client/context/clientContext'
import { IconButton } from '../controls/IconButton'
import { LazyDropdown } from '../controls/menu/LazyDropdown'
import { useMessages } from '../feedback/NotificationHost'

type ListRequest = Omit<ExportRequest, 'format'>

const ActionDialog = lazy(() => import('../form/dialogs/ActionDialog'))

interface ExportButtonProps {
  readonly request: ListRequest
  /** What is exported. */
  readonly title: string
}

/**
 * Draws an icon button with a menu of file formats; `request` decides which records are in the file, `title` names a
 * scheduled report.
 */
export function ExportButton({ request, title }: ExportButtonProps) {
  const { t } = useTranslator()
  const run = useExport(request)
  const scheduled = useScheduledReports()
  const [isScheduling, setIsScheduling] = useState(false)
  return (
    <>
      <LazyDropdown
        placement="bottomRight"
        menu={() => ({
          items: [
            { key: 'xlsx', label: t('list.exportXlsx') },
            { key: 'csv', label: t('list.exportCsv') },
            ...(scheduled ? [{ key: 'regularly', label: t('list.sendRegularly') }] : []),
          ],
          onClick: ({ key }) =>
            key === 'regularly' ? setIsScheduling(true) : void run(key as ExportRequest['format']),
        })}
      >
        <IconButton icon="download" label={t('list.export')} aria-haspopup="menu" />
      </LazyDropdown>
      {scheduled && isScheduling && (
        <Suspense fallback={null}>
          <ScheduleDialog scheduled={scheduled} request={request} title={title} close={() => setIsScheduling(false)} />
        </Suspense>
      )}
    </>
  )
}

type ScheduledReports = NonNullable<Product['scheduledReports']>

/** Undefined if the product has none, or not for this account. */
function useScheduledReports(): ScheduledReports | undefined {
  const { scheduledReports } = useProduct()
  const routes = useSession((state) => state.boot?.routes)
  return scheduledReports && routes?.[scheduledReports.screen] ? scheduledReports : undefined
}

interface ScheduleDialogProps extends ExportButtonProps {
  readonly scheduled: ScheduledReports
  readonly close: () => void
}

/** The form for time and recipient; it sends what the page shows now. */
function ScheduleDialog({ scheduled, request, title, close }: ScheduleDialogProps) {
  const language = useSession((state) => state.language)
  const { entity, createTransition } = scheduled
  const fill = useMemo(
    () => ({ name: title, request: JSON.stringify(request), language }),
    // The request as of opening the form.
    [],
  )
  return <ActionDialog action={{ entity, transition: createTransition }} fill={fill} onClose={close} />
}

/** Exports in one format; a new export cancels the previous one, and so does leaving the list. */
function useExport(request: ListRequest): (format: ExportRequest['format']) => Promise<void> {
  const { client, notifications } = useRuntime()
  const running = useRef<AbortController | null>(null)
  const progress = useExportMessage(`export ${request.screen}`)
  useEffect(() => () => running.current?.abort(), [])
  return async (format) => {
    running.current?.abort()
    const control = new AbortController()
    running.current = control
    const cancel = () => control.abort()
    progress.begin(cancel)
    try {
      const body = { ...request, format } satisfies ExportRequest
      const { blob, name } = await client.download('/api/export', body, {
        signal: control.signal,
        timeoutMs: limitMs.long,
        quiet: true,
        progress: (loaded) => progress.update(loaded, cancel),
      })
      saveAs(blob, name)
      progress.finish(name)
    } catch (error) {
      progress.remove()
      if (!(error instanceof CallError)) throw error
      if (error.kind !== 'aborted' && error.kind !== 'signedOut') notifications.say('warning', error.message)
    } finally {
      if (running.current === control) running.current = null
    }
  }
}

/** Milliseconds between two updates of the progress. */
const updateIntervalMs = 250

/** The progress message of an export. */
function useExportMessage(key: string) {
  const { t } = useTranslator()
  const format = useFormat()
  const message = useMessages()
  const updated = useRef(0)
  const show = (text: string, cancel: () => void) => {
    const content = (
      <>
        {text}{' '}
        <Button type="link" size="small" onClick={cancel}>
          {t('shell.cancel')}
        </Button>
      </>
    )
    message.open({ key, type: 'loading', duration: 0, content }, 'lasting')
  }
  return {
    begin(cancel: () => void) {
      updated.current = 0
      show(t('list.exporting'), cancel)
    },
    update(loaded: number, cancel: () => void) {
      if (Date.now() - updated.current < updateIntervalMs) return
      updated.current = Date.now()
      show(t('list.exportingBytes', { size: format.size(loaded) }), cancel)
    },
    finish: (name: string) =>
      void message.open({ key, type: 'success', duration: 3, content: t('list.exportDone', { name }) }, 'lasting'),
    remove: () => message.destroy(key),
  }
}
