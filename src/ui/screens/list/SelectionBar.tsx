// Batch actions and documents for the selected records.
// Those that apply only to some records show their number.
import { firstItem } from '../../../manifest/expression/values/present'
import { Button } from 'antd'
import type { Entity } from '../../../manifest/model/entity'
import type { PrintedDocument } from '../../../manifest/model/document'
import type { RecordData } from '../../../protocol/calls'
import { maxDocuments } from '../../../protocol/fileCalls'
import { useTranslator } from '../../../client/context/clientContext'
import { useTextPdf } from '../print/useTextPdf'
import type { ListDocuments } from './data/useListDocuments'
import type { SelectFound } from './data/useSelectFound'

interface SelectionBarProps {
  readonly records: readonly RecordData[]
  /** The rows of the visible page. */
  readonly rows: readonly RecordData[] | undefined
  /** Selects all found records. */
  readonly everything: SelectFound | undefined
  readonly batch: readonly string[]
  readonly documents: ListDocuments
  readonly entity: Entity | undefined
  readonly onRun: (transition: string, records: readonly RecordData[]) => void
  readonly onClear: () => void
  /** Opens them one after another. */
  readonly onWorkThrough: (records: readonly RecordData[]) => void
}

export function SelectionBar({ records, rows, everything, batch, documents, entity, ...on }: SelectionBarProps) {
  const { t, pick } = useTranslator()
  if (records.length === 0) return null
  const here = new Set(rows?.map(({ id }) => id))
  // An action now would run on only a part of the user's selection.
  const isIncomplete = everything?.loading === true
  const elsewhere = records.filter((record) => !here.has(record.id)).length
  return (
    <div className="list-selection" role="toolbar" aria-label={t('list.selected', { count: records.length })}>
      <strong>{t('list.selected', { count: records.length })}</strong>
      {elsewhere > 0 && <span>{t('list.selectedOther', { count: elsewhere })}</span>}
      {everything && (
        <Button size="small" type="link" loading={everything.loading} onClick={everything.start}>
          {t(everything.isCut ? 'list.selectFirst' : 'list.selectFound', { count: everything.count })}
        </Button>
      )}
      <div>
        {batch.map((name) => {
          const transition = entity?.transitions[name]
          if (!transition) return null
          const fit = records.filter((record) => record.can.includes(name))
          const title = pick(transition.title)
          return (
            <Button
              key={name}
              size="small"
              danger={transition.danger}
              disabled={isIncomplete || fit.length === 0}
              title={fit.length < records.length ? t('list.notAll', { action: title, count: fit.length }) : undefined}
              onClick={() => on.onRun(name, records)}
            >
              {fit.length < records.length ? `${title} (${fit.length})` : title}
            </Button>
          )
        })}
        {documents.all.map((document) => (
          <PrintButton
            key={document.name}
            document={document}
            entity={entity?.name ?? ''}
            fit={records.filter((record) => documents.isOffered(document, record))}
            count={records.length}
            isIncomplete={isIncomplete}
          />
        ))}
        {records.length > 1 && (
          <Button size="small" disabled={isIncomplete} onClick={() => on.onWorkThrough(records)}>
            {t('list.workThrough')}
          </Button>
        )}
        <Button size="small" type="text" onClick={on.onClear}>
          {t('list.clearSelection')}
        </Button>
      </div>
    </div>
  )
}

interface PrintButtonProps {
  readonly document: PrintedDocument
  readonly entity: string
  /** Selected records that offer the document. */
  readonly fit: readonly RecordData[]
  /** Number of all selected records. */
  readonly count: number
  /** Whether more records are being selected. */
  readonly isIncomplete: boolean
}

/** Prints the document of all records that offer it into one file. */
function PrintButton({ document, entity, fit, count, isIncomplete }: PrintButtonProps) {
  const { t, pick } = useTranslator()
  const { isLoading, take } = useTextPdf()
  const title = pick(document.title)
  const name = t('document.printNamed', { title })
  const isTooMany = fit.length > maxDocuments
  const explanation = isTooMany ? t('document.tooMany', { max: maxDocuments }) : t('document.asOneFile')
  return (
    <Button
      size="small"
      loading={isLoading}
      disabled={isIncomplete || fit.length === 0 || isTooMany}
      title={fit.length < count ? t('list.notAll', { action: name, count: fit.length }) : explanation}
      onClick={() =>
        void take(
          { entity, ids: fit.map(({ id }) => id), document: document.name },
          fit.length === 1 ? `${title} ${firstItem(fit).label}.pdf` : `${title} (${fit.length}).pdf`,
        )
      }
    >
      {fit.length < count ? `${name} (${fit.length})` : name}
    </Button>
  )
}
