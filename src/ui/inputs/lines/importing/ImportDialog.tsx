// Imports lines from a file: a preview with every invalid cell, then the valid lines.
// The others can be downloaded as a file.
import { Alert, Button, Modal, Radio, Table } from 'antd'
import { useState } from 'react'
import { saveTable } from '../../../../client/data/fileTransfer'
import { useTranslator } from '../../../../client/context/clientContext'
import { useBackCloses } from '../../../../client/navigation/backCloses'
import { importTable, type Imported, type ImportContext } from '../../lineModel/importTable'
import { CallError } from '../../../../client/feedback/callError'
import type { ReadLines } from '../../../../protocol/exchange/linesCalls'
import type { LinesExchange } from '../../base/inputContext'
import { useNarrow } from '../../../controls/hooks/useMedia'
import { FileButton } from '../../base/FileButton'
import { fileRejection } from '../../base/fileLimits'
import { SheetSource } from './SheetSource'
import type { Line } from '../../lineModel/editLines'
import { maxBytes, readTable } from '../../../../protocol/exchange/tableFile'
import styles from './importDialog.module.css'

interface ImportDialogProps {
  readonly context: ImportContext
  /** Existing lines. */
  readonly present: readonly Line[]
  /** Absent: the page reads the file. */
  readonly exchange?: LinesExchange | undefined
  /** Whether lines stay and the file fills in some of their fields. */
  readonly fills: boolean
  readonly maxLines: number
  readonly take: (lines: readonly Line[], replace: boolean) => void
  readonly close: () => void
}

/** Maximum displayed errors; the file of results has all. */
const maxErrors = 200

/** The dialog that imports lines into a `lines` field; `take` gets those without an error. */
export default function ImportDialog({ context, present, exchange, fills, maxLines, take, close }: ImportDialogProps) {
  const { t } = useTranslator()
  useBackCloses(true, close)
  const table = useImportedTable(fills ? { ...context, fresh: () => ({}) } : context, exchange)
  const { read, failed, message } = table
  const [replace, setReplace] = useState(false)
  const [good, errors] = [soundLines(read), read?.lines.flatMap((line) => line.errors) ?? []]
  const room = maxLines - (replace || fills ? 0 : present.length)
  const takeGood = () => {
    take(fills ? filledIn(present, good) : good.map(({ line }) => line), fills || replace)
    close()
  }
  return (
    <Modal
      open
      title={t('form.importLines')}
      width={720}
      onCancel={close}
      footer={[
        <Button key="results" disabled={!read || read.headless} onClick={() => void table.saveResults()}>
          {t('form.importResults')}
        </Button>,
        <Button key="take" type="primary" disabled={good.length === 0 || good.length > room} onClick={takeGood}>
          {t(errors.length > 0 ? 'form.importRest' : 'form.importTake', { count: good.length })}
        </Button>,
      ]}
    >
      <div className={styles.importing} onPaste={(event) => event.stopPropagation()}>
        {exchange ? (
          <SheetSource exchange={exchange} present={present} fills={fills} table={table} />
        ) : (
          <ImportSource context={context} table={table} />
        )}
        {failed ? <Alert type="error" showIcon message={failed} /> : null}
        {read?.headless ? <Alert type="error" showIcon message={t('form.importHeadless')} /> : null}
        {message ? <Alert type="warning" showIcon message={message} /> : null}
        {read && !read.headless ? (
          <>
            <ImportFindings read={read} good={good.length} errors={errors} />
            {present.length > 0 && !fills ? (
              <Radio.Group
                value={replace}
                onChange={({ target }) => setReplace(target.value as boolean)}
                options={[
                  { value: false, label: t('form.importAppend') },
                  { value: true, label: t('form.importReplace', { count: present.length }) },
                ]}
              />
            ) : null}
            {good.length > room ? (
              <Alert type="error" showIcon message={t('form.importMost', { most: maxLines })} />
            ) : null}
          </>
        ) : null}
      </div>
    </Modal>
  )
}

const soundLines = (read: Imported | null) => read?.lines.filter(({ errors }) => errors.length === 0) ?? []

/** The existing lines with the fields filled in by a file. */
function filledIn(present: readonly Line[], read: Imported['lines']): readonly Line[] {
  const byIndex = new Map(read.map(({ lineIndex, line }) => [lineIndex, line]))
  return present.map((line, index) => ({ ...line, ...byIndex.get(index) }))
}

type ImportedTable = ReturnType<typeof useImportedTable>

/** The chosen file as lines, and as a file of results. */
function useImportedTable(context: ImportContext, exchange: LinesExchange | undefined) {
  const { t } = useTranslator()
  const [name, setName] = useState('')
  const [file, setFile] = useState<File>()
  const [message, setMessage] = useState('')
  const [read, setRead] = useState<Imported | null>(null)
  const [failed, setFailed] = useState('')
  const [busy, setBusy] = useState(false)
  const open = async (file: File): Promise<void> => {
    setBusy(true)
    setFailed('')
    setRead(null)
    setMessage('')
    setName(file.name)
    setFile(file)
    try {
      const rejection = fileRejection(file, undefined, maxBytes, t)
      if (rejection !== undefined) return setFailed(rejection)
      if (exchange) {
        const answer = await exchange.read(file)
        setRead(importedLines(answer, context))
        setMessage(answer.message ?? '')
      } else setRead(await importTable(await readTable(file.name, await file.arrayBuffer()), context))
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      setFailed(error instanceof CallError ? why : t('form.importFailed', { why }))
    } finally {
      setBusy(false)
    }
  }
  const saveResults = async (): Promise<void> => {
    const verdict = (position: number): string =>
      read?.lines[position]?.errors.map(({ column, message }) => `${column}: ${message}`).join('; ') ||
      t('form.importGood')
    if (!file) return
    const [{ cells: head } = { cells: [] }, ...body] = await readTable(file.name, await file.arrayBuffer())
    const results = [
      [...head, t('form.importResult')],
      ...body.map(({ cells }, index) => [...head.map((_, column) => cells[column] ?? ''), verdict(index)]),
    ]
    await saveTable(results, `${name.replace(/\.\w+$/, '')} ${t('form.importResult')}`)
  }
  return { name, read, failed, message, busy, open, saveResults }
}

/** The lines read by the server, with the defaults of new lines. */
function importedLines({ lines, ignored }: ReadLines, { fresh, translator }: ImportContext): Imported {
  return {
    headless: false,
    unknown: ignored,
    lines: lines.map(({ row, lineIndex, line, errors }) => ({
      row,
      lineIndex,
      line: { ...fresh(), ...line },
      errors: errors.map(({ title, text, message }) => ({ row, column: translator.pick(title), text, message })),
    })),
  }
}

/** The accepted column titles, and the file chooser. */
function ImportSource({ context, table }: { context: ImportContext; table: ImportedTable }) {
  const { t } = useTranslator()
  const titles = Object.values(context.field.fields ?? {})
    .filter((column) => !column.compute && !column.aggregate)
    .map((column) => context.translator.pick(column.title))
    .join(t('form.importComma'))
  return (
    <>
      <p>{t('form.importHint', { titles })}</p>
      <p>
        <FileButton
          accept=".csv,.xlsx"
          label={t('form.importChoose')}
          busy={table.busy}
          onFile={(file) => void table.open(file)}
        />{' '}
        {table.name}
      </p>
    </>
  )
}

interface ImportFindingsProps {
  readonly read: Imported
  /** Lines without an error. */
  readonly good: number
  readonly errors: Imported['lines'][number]['errors']
}

function ImportFindings({ read, good, errors }: ImportFindingsProps) {
  const { t } = useTranslator()
  const narrow = useNarrow(640)
  return (
    <>
      <Alert
        type={errors.length > 0 ? 'warning' : 'success'}
        showIcon
        message={t('form.importRead', { lines: read.lines.length, good, errors: errors.length })}
        description={
          read.unknown.length > 0
            ? t('form.importUnknown', { titles: read.unknown.join(t('form.importComma')) })
            : undefined
        }
      />
      {errors.length > 0 ? (
        <Table
          size="small"
          pagination={false}
          scroll={{ y: 240 }}
          rowKey={(error) => `${error.row} ${error.column}`}
          dataSource={errors.slice(0, maxErrors)}
          columns={[
            { title: t('form.importRow'), dataIndex: 'row', width: narrow ? 44 : 64 },
            { title: t('form.importColumn'), dataIndex: 'column', width: narrow ? 80 : 120 },
            { title: t('form.importText'), dataIndex: 'text', width: narrow ? 76 : 150, ellipsis: true },
            { title: t('form.importWhy'), dataIndex: 'message' },
          ]}
        />
      ) : null}
    </>
  )
}
