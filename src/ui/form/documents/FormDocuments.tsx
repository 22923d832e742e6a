// The documents that a form offers to print before it is submitted, those that the record has now.
import { Button } from 'antd'
import { useContext, useState } from 'react'
import { isPrintable } from '../../../manifest/access/recordRules'
import type { Entity } from '../../../manifest/model/entity'
import type { Transition } from '../../../manifest/model/transition'
import type { RecordData } from '../../../protocol/calls'
import { useProduct, useTranslator } from '../../../client/context/clientContext'
import { Icon } from '../../controls/icons'
import { PreviewContext, type PrintedRecord } from './printedRecord'
import styles from './documents.module.css'

interface FormDocumentsProps {
  readonly entity: Entity
  readonly transition: Transition
  readonly record: RecordData | undefined
}

/** A button for each; nothing without any. The preview has the values that are stored, not those being entered. */
export function FormDocuments({ entity, transition: { documents = [] }, record }: FormDocumentsProps) {
  const { t, pick } = useTranslator()
  const { timezone } = useProduct()
  const preview = useContext(PreviewContext)
  const [printed, setPrinted] = useState<PrintedRecord | null>(null)
  if (!record || !preview) return null
  const offered = entity.documents.filter(
    (document) => documents.includes(document.name) && isPrintable(document, record, timezone),
  )
  if (offered.length === 0) return null
  return (
    <div className={styles.documents}>
      {offered.map(({ name, title, language }) => (
        <Button
          key={name}
          size="small"
          icon={<Icon name="print" size={14} />}
          onClick={() => setPrinted({ entity: entity.name, id: record.id, document: name, language })}
        >
          {t('document.printNamed', { title: pick(title) })}
        </Button>
      ))}
      {printed && preview(printed, () => setPrinted(null))}
    </div>
  )
}
