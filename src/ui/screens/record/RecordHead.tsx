// The header of a record: kind, number, label and state, and the tools for the whole record.
import type { ReactNode } from 'react'
import type { Entity } from '../../../manifest/model/entity'
import type { PrintedDocument } from '../../../manifest/model/document'
import type { RecordData } from '../../../protocol/calls'
import { useProduct, useTranslator } from '../../../client/context/clientContext'
import { useCopy } from '../common/useCopy'
import { IconButton } from '../../controls/IconButton'
import { LazyDropdown } from '../../controls/menu/LazyDropdown'
import { isPrintable } from '../../../manifest/access/recordRules'
import type { RenderContext } from '../../values/renderContext'
import { Tag } from '../../values/renderValue'

interface RecordHeadProps {
  readonly entity: Entity
  readonly record: RecordData
  readonly context: RenderContext
  readonly print: (document: string) => void
  readonly heading?: 'h1' | 'h2'
  /** Shown before the title. */
  readonly leading?: ReactNode
  readonly tools?: ReactNode
}

export function RecordHead({
  entity,
  record,
  context,
  print,
  heading: Heading = 'h2',
  leading,
  tools,
}: RecordHeadProps) {
  const { t, pick } = useTranslator()
  const { timezone } = useProduct()
  const copy = useCopy()
  const number = typeof record.values.no === 'string' ? record.values.no : undefined
  return (
    <header className="record-head">
      {leading}
      <div className="record-title">
        <small>
          {pick(entity.title)}
          {number && number !== record.label && (
            <>
              {' '}
              ·{' '}
              <button type="button" onClick={() => copy(number, t('record.copied'))} title={t('record.copyNumber')}>
                {number}
              </button>
            </>
          )}
        </small>
        <Heading>
          {record.label}
          <StateOf context={context} entity={entity.name} state={record.state} />
        </Heading>
      </div>
      <PrintButton
        documents={entity.documents.filter((document) => isPrintable(document, record, timezone))}
        print={print}
      />
      <IconButton
        icon="chain"
        label={t('record.copyLink')}
        onClick={() => copy(window.location.href, t('record.linkCopied'))}
      />
      {tools}
    </header>
  )
}

function StateOf({ context, entity, state }: { context: RenderContext; entity: string; state: string | undefined }) {
  const declared = state === undefined ? undefined : context.entities[entity]?.states[state]
  return declared ? <Tag label={context.translator.pick(declared.title)} color={declared.color} /> : null
}

function PrintButton({
  documents,
  print,
}: {
  documents: readonly PrintedDocument[]
  print: (document: string) => void
}) {
  const { t, pick } = useTranslator()
  const [only] = documents
  if (!only) return null
  if (documents.length === 1)
    return <IconButton icon="print" label={pick(only.title)} onClick={() => print(only.name)} />
  return (
    <LazyDropdown
      menu={() => ({
        items: documents.map((document) => ({
          key: document.name,
          label: pick(document.title),
          onClick: () => print(document.name),
        })),
      })}
    >
      <IconButton icon="print" label={t('document.choose')} aria-haspopup="menu" />
    </LazyDropdown>
  )
}
