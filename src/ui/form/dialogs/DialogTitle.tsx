// Titles a dialog: the action and its record; the entity is named where the action leaves it open.
import type { Entity } from '../../../manifest/model/entity'
import type { Transition } from '../../../manifest/model/transition'
import type { RecordData } from '../../../protocol/calls'
import { useTranslator } from '../../../client/context/clientContext'
import styles from '../view/form.module.css'

export function DialogTitle({
  entity,
  transition,
  title,
  record,
}: {
  readonly entity: Entity
  readonly transition: Transition
  readonly title: string
  readonly record?: RecordData | undefined
}) {
  const object = useTranslator().pick(entity.title)
  // The record under a transition that creates is another entity's: the one it was started from.
  const named = transition.creates || title.toLowerCase().includes(object.toLowerCase())
  return (
    <>
      {title}
      {record ? <span className={styles.subject}>{named ? record.label : `${object} ${record.label}`}</span> : null}
    </>
  )
}
