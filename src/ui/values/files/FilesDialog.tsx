// Previews files: images are shown, every file can be downloaded.
// The right to read the record that carries them gives access to the bytes.
import { Button, Modal } from 'antd'
import { useEffect, useState } from 'react'
import type { FileValue } from '../../../protocol/calls'
import { saveAs, useFiles, type Carrier } from '../../../client/data/fileTransfer'
import { useFormat, useRuntime, useTranslator } from '../../../client/context/clientContext'
import { useBackCloses } from '../../../client/navigation/backCloses'
import { useBusyCall } from '../../controls/hooks/useBusyCall'
import type { OpenFiles } from './useOpenFiles'
import { FilesViewer } from './FilesViewer'
import { Thumbnail } from '../Thumbnail'

/** Draws the dialog with the list of files; nothing while `shown` is null. */
export default function FilesDialog({ shown, close }: Pick<OpenFiles, 'shown' | 'close'>) {
  const { t } = useTranslator()
  const format = useFormat()
  const [chosen, setChosen] = useState(() => firstOf(shown))
  useEffect(() => setChosen(firstOf(shown)), [shown])
  useBackCloses(shown !== null, close)
  if (!shown) return null
  const index = Math.min(chosen, shown.files.length - 1)
  const file = shown.files[index]!
  return (
    <Modal open onCancel={close} footer={null} width={820} title={file.name} centered>
      <FilesViewer {...shown} index={index} choose={setChosen} autoFocus>
        <ul className="files-list">
          {shown.files.map((item, i) => (
            <li key={item.id} ref={item.id === file.id ? intoView : undefined}>
              <button
                type="button"
                className="value-files"
                aria-current={item.id === file.id}
                onClick={() => setChosen(i)}
              >
                <Thumbnail file={item} carrier={shown.carrier} size={32} />
                <span>{item.name}</span>
              </button>
              <small>{format.size(item.size)}</small>
              <TakeButton file={item} carrier={shown.carrier} label={t('record.download')} />
            </li>
          ))}
        </ul>
      </FilesViewer>
    </Modal>
  )
}

const intoView = (line: HTMLLIElement | null) => line?.scrollIntoView({ block: 'nearest' })

const firstOf = (opened: OpenFiles['shown']): number =>
  Math.max(0, opened?.files.findIndex(({ id }) => id === opened.first?.id) ?? 0)

function TakeButton({ file, carrier, label }: { file: FileValue; carrier?: Carrier; label: string }) {
  const files = useFiles()
  const { notifications } = useRuntime()
  const { busy, runCall } = useBusyCall()
  const take = () =>
    runCall(
      async () => saveAs(await files.bytes(file, carrier), file.name),
      ({ message }) => notifications.say('warning', message),
    )
  return (
    <Button type="link" size="small" loading={busy} onClick={() => void take()} aria-label={`${label} ${file.name}`}>
      {label}
    </Button>
  )
}
