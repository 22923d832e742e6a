// Wizard of an import: choose a file or paste rows, compare them, confirm.
// Resumes an interrupted import.
import { Alert, Button, Progress } from 'antd'
import { useState } from 'react'
import { endPhases, workingPhases, type ImportState } from '../../protocol/exchange/exchangeCalls'
import { useFormat, useTranslator } from '../../client/context/clientContext'
import { DraggableDialog } from '../controls/dialogs/DraggableDialog'
import { ColumnMatching } from './ColumnMatching'
import { overwrittenCount } from './contestedCells'
import { FileChoice } from './FileChoice'
import { ImportCounts, ImportReceipts, TakeBackButton, TakeBackNote } from './ImportReceipts'
import { ImportRows } from './ImportRows'
import { useImport, type ImportProgress } from './useImport'
import styles from './exchange.module.css'

interface ImportWizardProps {
  readonly screen: string
  readonly title: string
  readonly width: number
  readonly onClose: () => void
}

/** Draws the dialog at the phase of the unfinished import, or at the choice of a file. Closing it ends no import. */
export default function ImportWizard({ screen, title, width, onClose }: ImportWizardProps) {
  const { t } = useTranslator()
  const progress = useImport(screen)
  const { state, unfinished, error } = progress
  return (
    <DraggableDialog
      open
      title={title}
      width={width}
      onClose={onClose}
      footer={<WizardButtons progress={progress} onClose={onClose} />}
    >
      {error && (
        <Alert
          className={styles.error}
          type="error"
          showIcon
          message={error}
          role="alert"
          action={<GoOn progress={progress} />}
        />
      )}
      {unfinished && <Unfinished unfinished={unfinished} progress={progress} />}
      {!state && <FileChoice progress={progress} />}
      {!state && <Columns progress={progress} open />}
      {!state && <ImportReceipts progress={progress} />}
      {state && (
        <>
          <Advance state={state} />
          {workingPhases.includes(state.phase) && <ImportCounts state={state} />}
          <TakeBackNote state={state} />
          <Earlier state={state} />
          {state.phase === 'checked' && <Origin state={state} />}
          {state.ignored.length > 0 && (
            <Alert type="warning" message={t('exchange.ignored', { names: state.ignored.join(', ') })} />
          )}
          {state.phase === 'checked' && <Columns key={state.id} progress={progress} />}
          {!workingPhases.includes(state.phase) && (
            <ImportRows key={`${state.id} ${state.phase}`} state={state} progress={progress} />
          )}
        </>
      )}
    </DraggableDialog>
  )
}

/** The columns of the file: shown at once if none matches, else on demand. */
function Columns({
  progress: { matching, busy, matchColumns },
  open = false,
}: {
  progress: ImportProgress
  open?: boolean
}) {
  const { t } = useTranslator()
  const [isOpen, setIsOpen] = useState(open)
  if (!matching) return null
  if (!isOpen)
    return (
      <Button type="link" size="small" onClick={() => setIsOpen(true)}>
        {t('exchange.matchColumns')}
      </Button>
    )
  return <ColumnMatching matching={matching} busy={busy} onMatch={(columns) => void matchColumns(columns)} />
}

function WizardButtons({ progress, onClose }: { progress: ImportProgress; onClose: () => void }) {
  const { t } = useTranslator()
  const { state, busy, choices } = progress
  if (state?.phase === 'checked') {
    const { create = 0, update = 0 } = state.counts
    const { columns = [], rows = 0 } = state.conflicts ?? {}
    const cells = overwrittenCount(choices.overwrite, columns)
    const count = create + update + rows + choices.again.length
    const part = cells === 0 ? 'confirm' : count === 0 ? 'confirmCells' : 'confirmBoth'
    return (
      <>
        <Button disabled={busy} onClick={() => void progress.discard(state)}>
          {t('exchange.discard')}
        </Button>
        <Button
          type="primary"
          disabled={count + cells === 0}
          loading={busy}
          onClick={() => void progress.confirm(state)}
        >
          {t(`exchange.${part}`, { count, cells })}
        </Button>
      </>
    )
  }
  return (
    <>
      {state?.phase === 'done' && <TakeBackButton state={state} progress={progress} />}
      {state && endPhases.includes(state.phase) && (
        <Button onClick={() => void progress.outcome(state)}>{t('exchange.outcome')}</Button>
      )}
      <Button onClick={onClose}>{t('shell.close')}</Button>
    </>
  )
}

function Unfinished({ unfinished, progress }: { unfinished: ImportState; progress: ImportProgress }) {
  const { t } = useTranslator()
  const { busy } = progress
  const isBack = unfinished.phase === 'takingBack'
  return (
    <Alert
      className={styles.error}
      type="info"
      showIcon
      message={t(isBack ? 'exchange.resumeBack' : 'exchange.resume', { file: unfinished.file })}
      action={
        <>
          <Button size="small" type="primary" loading={busy} onClick={() => void progress.resume(unfinished)}>
            {t('exchange.goOn')}
          </Button>{' '}
          {!isBack && unfinished.phase !== 'writing' && (
            <Button size="small" disabled={busy} onClick={() => void progress.discard(unfinished)}>
              {t('exchange.discard')}
            </Button>
          )}
        </>
      }
    />
  )
}

/** Goes on with what failed, as where the connection was lost: a step of the import, or reading the earlier ones. */
function GoOn({ progress: { state, busy, resume, readEarlier } }: { progress: ImportProgress }) {
  const { t } = useTranslator()
  if (readEarlier)
    return (
      <Button size="small" onClick={readEarlier}>
        {t('form.retry')}
      </Button>
    )
  if (!state || busy || !workingPhases.includes(state.phase)) return null
  return (
    <Button size="small" onClick={() => void resume(state)}>
      {t('exchange.goOn')}
    </Button>
  )
}

/** Warns that the same file was imported before, or that an import of it was left. */
function Earlier({ state: { earlier } }: { state: ImportState }) {
  const { t } = useTranslator()
  const format = useFormat()
  if (!earlier) return null
  const { by, rows, isLeft } = earlier
  const values = { by, rows, at: format.datetime(earlier.at) }
  const begun = isLeft ? 'earlierLeft' : 'earlier'
  const message = t(by === '' ? `exchange.${begun}Unnamed` : `exchange.${begun}`, values)
  return <Alert className={styles.error} type="warning" showIcon message={message} />
}

/** Warns of a file without its exported values, from before a change of the manifests, or with hidden content. */
function Origin({ state: { origin } }: { state: ImportState }) {
  const { t } = useTranslator()
  if (!origin) return null
  const { rowsWithoutOriginals, isOtherRevision, hiddenColumns = [], hiddenRows = 0 } = origin
  const warnings = [
    rowsWithoutOriginals > 0 && t('exchange.originalsUnknown', { count: rowsWithoutOriginals }),
    isOtherRevision && t('exchange.otherRevision'),
    hiddenColumns.length > 0 && t('exchange.hiddenColumns', { names: hiddenColumns.join(', ') }),
    hiddenRows > 0 && t('exchange.hiddenRows', { count: hiddenRows }),
  ].filter((warning) => warning !== false)
  return warnings.map((warning) => (
    <Alert key={warning} className={styles.error} type="warning" showIcon message={warning} />
  ))
}

function Advance({ state: { phase, counts } }: { state: ImportState }) {
  const { t } = useTranslator()
  if (phase !== 'checking' && phase !== 'writing' && phase !== 'takingBack') return null
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const open = {
    checking: counts.waiting ?? 0,
    writing: (counts.create ?? 0) + (counts.update ?? 0),
    takingBack: (counts.created ?? 0) + (counts.updated ?? 0),
  }[phase]
  const done = all - open
  const text = t(`exchange.${phase}`, { done, total: all })
  return (
    <div role="status">
      {text}
      <Progress percent={Math.floor((done * 100) / Math.max(1, all))} size="small" aria-label={text} />
    </div>
  )
}
