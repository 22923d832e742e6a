// Lines from a file: what would come is shown first, with every cell that cannot be taken; the person takes what is right, and the rest along as a file.
import { Alert, Button, Modal, Radio, Table } from 'antd'
import { useRef, useState } from 'react'
import { saveAs } from '../../../runtime/files'
import { useWords } from '../../../runtime/runtime'
import { importTable, type Imported, type ImportFacts } from './importTable'
import type { Line } from './lineRows'
import { mostBytes, readTable } from '../../../protocol/tableFile'
import styles from './lines.module.css'

interface ImportDialogProps {
  readonly facts: ImportFacts
  /** Lines that stand there already. */
  readonly present: number
  readonly most: number
  readonly take: (lines: readonly Line[], replace: boolean) => void
  readonly close: () => void
}

/** Faults that are shown; the file of results has them all. */
const shown = 200

export default function ImportDialog({ facts, present, most, take, close }: ImportDialogProps) {
  const { t } = useWords()
  const chosen = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [rows, setRows] = useState<readonly (readonly string[])[]>([])
  const [read, setRead] = useState<Imported | null>(null)
  const [failed, setFailed] = useState('')
  const [busy, setBusy] = useState(false)
  const [replace, setReplace] = useState(false)
  const good = read?.lines.filter(({ faults }) => faults.length === 0) ?? []
  const faults = read?.lines.flatMap((line) => line.faults) ?? []
  const room = most - (replace ? 0 : present)

  const open = async (file: File): Promise<void> => {
    setBusy(true)
    setFailed('')
    setRead(null)
    setName(file.name)
    try {
      if (file.size > mostBytes) throw new Error(t('form.importTooBig'))
      const cells = await readTable(file.name, await file.arrayBuffer())
      setRows(cells)
      setRead(await importTable(cells, facts))
    } catch (error) {
      setFailed(t('form.importFailed', { why: error instanceof Error ? error.message : String(error) }))
    } finally {
      setBusy(false)
    }
  }
  const results = async (): Promise<void> => {
    const { default: papa } = await import('papaparse')
    const verdict = (at: number): string =>
      read?.lines[at]?.faults.map(({ column, message }) => `${column}: ${message}`).join('; ') || t('form.importGood')
    const [head = [], ...body] = rows
    const text = papa.unparse(
      [
        [...head, t('form.importResult')],
        ...body.map((cells, at) => [...head.map((_, place) => cells[place] ?? ''), verdict(at)]),
      ],
      { escapeFormulae: true },
    )
    saveAs(
      new Blob(['\ufeff', text], { type: 'text/csv' }),
      `${name.replace(/\.\w+$/, '')} ${t('form.importResult')}.csv`,
    )
  }
  return (
    <Modal
      open
      title={t('form.importLines')}
      width={720}
      onCancel={close}
      footer={[
        <Button key="results" disabled={!read || read.headless} onClick={() => void results()}>
          {t('form.importResults')}
        </Button>,
        <Button
          key="take"
          type="primary"
          disabled={good.length === 0 || good.length > room}
          onClick={() => {
            take(
              good.map(({ line }) => line),
              replace,
            )
            close()
          }}
        >
          {t(faults.length > 0 ? 'form.importRest' : 'form.importTake', { count: good.length })}
        </Button>,
      ]}
    >
      <div className={styles.importing} onPaste={(event) => event.stopPropagation()}>
        <p>
          {t('form.importHint', {
            titles: facts.columns
              .filter((column) => !column.compute && !column.aggregate)
              .map((column) => facts.words.pick(column.title))
              .join(t('form.importComma')),
          })}
        </p>
        <input
          ref={chosen}
          type="file"
          hidden
          accept=".csv,.xlsx"
          aria-label={t('form.importChoose')}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            target.value = ''
            if (file) void open(file)
          }}
        />
        <p>
          <Button loading={busy} onClick={() => chosen.current?.click()}>
            {t('form.importChoose')}
          </Button>{' '}
          {name}
        </p>
        {failed ? <Alert type="error" showIcon message={failed} /> : null}
        {read?.headless ? <Alert type="error" showIcon message={t('form.importHeadless')} /> : null}
        {read && !read.headless ? (
          <>
            <Alert
              type={faults.length > 0 ? 'warning' : 'success'}
              showIcon
              message={t('form.importRead', { lines: read.lines.length, good: good.length, faults: faults.length })}
              description={
                read.unknown.length > 0
                  ? t('form.importUnknown', { titles: read.unknown.join(t('form.importComma')) })
                  : undefined
              }
            />
            {faults.length > 0 ? (
              <Table
                size="small"
                pagination={false}
                scroll={{ y: 240 }}
                rowKey={(fault) => `${fault.row} ${fault.column}`}
                dataSource={faults.slice(0, shown)}
                columns={[
                  { title: t('form.importRow'), dataIndex: 'row', width: 64 },
                  { title: t('form.importColumn'), dataIndex: 'column', width: 120 },
                  { title: t('form.importText'), dataIndex: 'text', width: 150, ellipsis: true },
                  { title: t('form.importWhy'), dataIndex: 'message' },
                ]}
              />
            ) : null}
            {present > 0 ? (
              <Radio.Group
                value={replace}
                onChange={({ target }) => setReplace(target.value as boolean)}
                options={[
                  { value: false, label: t('form.importAppend') },
                  { value: true, label: t('form.importReplace', { count: present }) },
                ]}
              />
            ) : null}
            {good.length > room ? <Alert type="error" showIcon message={t('form.importMost', { most })} /> : null}
          </>
        ) : null}
      </div>
    </Modal>
  )
}
