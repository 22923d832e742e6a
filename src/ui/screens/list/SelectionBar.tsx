// Actions and documents for the selected records.
// Those that apply only to some records show their number. The first keeps its place while more are selected.
import { firstItem } from '../../../manifest/expression/values/present'
import { Button } from 'antd'
import { useMemo } from 'react'
import type { PrintedDocument } from '../../../manifest/model/document'
import type { RecordData } from '../../../protocol/calls'
import { maxDocuments } from '../../../protocol/fileCalls'
import { useFormat, useTranslator } from '../../../client/context/clientContext'
import { batchOffers, batchPlaces, type BatchOffer, type BatchTransition } from '../../actions/batchTransitions'
import { opensForm } from '../../actions/opensForm'
import type { OpenMenu } from '../../actions/RowMenu'
import { useNarrow } from '../../controls/hooks/useMedia'
import { useTextPdf } from '../print/useTextPdf'
import type { ListDocuments } from './data/useListDocuments'
import type { SelectFound } from './data/useSelectFound'

interface SelectionBarProps {
  readonly records: readonly RecordData[]
  /** The rows of the visible page. */
  readonly rows: readonly RecordData[] | undefined
  /** Selects the page; absent where the head of the table does, or all of it is selected. */
  readonly onPage: (() => void) | undefined
  /** Selects all found records. */
  readonly everything: SelectFound | undefined
  readonly batchable: readonly BatchTransition[]
  readonly documents: ListDocuments
  readonly entity: string
  readonly openMenu: (menu: OpenMenu) => void
  readonly onRun: (transition: string, records: readonly RecordData[]) => void
  readonly onClear: () => void
  /** Opens them one after another. */
  readonly onWorkThrough: (records: readonly RecordData[]) => void
}

export function SelectionBar(props: SelectionBarProps) {
  const { records, rows, onPage, everything, documents, entity, onClear, onWorkThrough } = props
  const { t } = useTranslator()
  const format = useFormat()
  if (records.length === 0) return null
  const selected = t('list.selected', { count: format.number(records.length) })
  const here = new Set(rows?.map(({ id }) => id))
  // An action now would run on only a part of the user's selection.
  const isIncomplete = everything?.loading === true
  const elsewhere = records.filter((record) => !here.has(record.id)).length
  return (
    <div className="list-selection" role="toolbar" aria-label={selected}>
      <strong>{selected}</strong>
      <div>
        <BatchButtons {...props} isIncomplete={isIncomplete} />
        {documents.all.map((document) => (
          <PrintButton
            key={document.name}
            document={document}
            entity={entity}
            fit={records.filter((record) => documents.isOffered(document, record))}
            count={records.length}
            isIncomplete={isIncomplete}
          />
        ))}
        <Button size="small" disabled={isIncomplete || records.length < 2} onClick={() => onWorkThrough(records)}>
          {t('list.workThrough')}
        </Button>
        <Button size="small" type="text" onClick={onClear}>
          {t('list.clearSelection')}
        </Button>
      </div>
      {elsewhere > 0 && <span>{t('list.selectedOther', { count: format.number(elsewhere) })}</span>}
      {onPage && (
        <Button size="small" type="link" onClick={onPage}>
          {t('list.selectAll')}
        </Button>
      )}
      {everything && (
        <Button size="small" type="link" loading={everything.loading} onClick={everything.start}>
          {t(everything.isCut ? 'list.selectFirst' : 'list.selectFound', { count: format.number(everything.count) })}
        </Button>
      )}
    </div>
  )
}

type BatchButtonsProps = Pick<SelectionBarProps, 'records' | 'batchable' | 'openMenu' | 'onRun'> & {
  /** Whether more records are being selected. */
  readonly isIncomplete: boolean
}

/** Maximum buttons beside the menu; those that the list names are always in sight. */
const inSight = { wide: 3, narrow: 1 }

/** The transitions of the selected records; destructive ones are in the menu. */
function BatchButtons({ records, batchable, isIncomplete, openMenu, onRun }: BatchButtonsProps) {
  const { t, pick } = useTranslator()
  const max = inSight[useNarrow(640) ? 'narrow' : 'wide']
  const { buttons, menu } = useMemo(() => batchPlaces(batchOffers(batchable, records), max), [batchable, records, max])
  const titleOf = ({ transition, fit }: BatchOffer) =>
    fit.length < records.length ? `${pick(transition.title)} (${fit.length})` : pick(transition.title)
  const partOf = ({ transition, fit }: BatchOffer) =>
    fit.length < records.length ? t('list.notAll', { action: pick(transition.title), count: fit.length }) : undefined
  return (
    <>
      {buttons.map((batchOffer) => (
        <Button
          {...opensForm}
          key={batchOffer.transition.name}
          size="small"
          disabled={isIncomplete || batchOffer.fit.length === 0}
          title={partOf(batchOffer)}
          onClick={() => onRun(batchOffer.transition.name, records)}
        >
          {titleOf(batchOffer)}
        </Button>
      ))}
      {menu.length > 0 && (
        <Button
          {...opensForm}
          size="small"
          disabled={isIncomplete}
          aria-haspopup="menu"
          aria-label={t('list.moreActionsSelected')}
          onClick={({ currentTarget }) =>
            openMenu({
              button: currentTarget,
              items: menu.map((batchOffer) => ({
                key: batchOffer.transition.name,
                label: titleOf(batchOffer),
                danger: batchOffer.transition.danger,
                refusal: batchOffer.fit.length === 0 ? partOf(batchOffer) : undefined,
                run: () => onRun(batchOffer.transition.name, records),
              })),
            })
          }
        >
          {t('list.moreActions')}
        </Button>
      )}
    </>
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
