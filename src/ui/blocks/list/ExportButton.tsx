// How does somebody take a list with her? As a file of everything that was found, made by the server, with its progress and a way to stop.
import { Button, Dropdown } from 'antd'
import { useEffect, useRef } from 'react'
import type { ExportRequest } from '../../../protocol/calls'
import { timeouts } from '../../../runtime/client'
import { CallError } from '../../../runtime/faults'
import { saveAs } from '../../../runtime/files'
import { useFormat, useRuntime, useWords } from '../../../runtime/runtime'
import { IconButton } from '../../shell/IconButton'
import { useMessages } from '../../shell/NoticeFace'

export function ExportButton({ request }: { request: Omit<ExportRequest, 'format'> }) {
  const { client, notices } = useRuntime()
  const { t } = useWords()
  const format = useFormat()
  const message = useMessages()
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const run = async (kind: ExportRequest['format']) => {
    running.current?.abort()
    const control = new AbortController()
    running.current = control
    const key = `export ${request.screen}`
    const stop = (
      <Button type="link" size="small" onClick={() => control.abort()}>
        {t('shell.cancel')}
      </Button>
    )
    message.open({
      key,
      type: 'loading',
      duration: 0,
      content: (
        <>
          {t('list.exporting')} {stop}
        </>
      ),
    })
    let told = 0
    try {
      const { blob, name } = await client.download(
        '/api/export',
        { ...request, format: kind } satisfies ExportRequest,
        {
          signal: control.signal,
          timeout: timeouts.long,
          quiet: true,
          progress: (loaded) => {
            if (Date.now() - told < 250) return
            told = Date.now()
            message.open({
              key,
              type: 'loading',
              duration: 0,
              content: (
                <>
                  {t('list.exportingBytes', { size: format.size(loaded) })} {stop}
                </>
              ),
            })
          },
        },
      )
      saveAs(blob, name)
      message.open({ key, type: 'success', duration: 3, content: t('list.exportDone', { name }) })
    } catch (error) {
      message.destroy(key)
      if (!(error instanceof CallError)) throw error
      if (error.kind !== 'aborted' && error.kind !== 'signedOut') notices.say('warning', error.message)
    } finally {
      if (running.current === control) running.current = null
    }
  }
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          { key: 'xlsx', label: t('list.exportXlsx') },
          { key: 'csv', label: t('list.exportCsv') },
        ],
        onClick: ({ key }) => void run(key as ExportRequest['format']),
      }}
    >
      <IconButton icon="download" label={t('list.export')} aria-haspopup="menu" />
    </Dropdown>
  )
}
