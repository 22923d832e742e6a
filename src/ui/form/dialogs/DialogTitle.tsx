// The title of a dialog: action and record, with the entity if the action does not name it.
import type { Entity } from '../../../manifest/model/entity'
import type { Transition } from '../../../manifest/model/transition'
import type { Text } from '../../../manifest/model/text'
import type { RecordData } from '../../../protocol/calls'
import { useTranslator } from '../../../client/context/clientContext'
import styles from '../view/form.module.css'

/** The record of another entity that a creating transition was started from. */
export interface FormReason {
  readonly title: Text
  readonly label: string
}

export function DialogTitle({
  entity,
  transition,
  title,
  record,
  reason,
}: {
  readonly entity: Entity
  readonly transition: Transition
  readonly title: string
  readonly record?: RecordData | undefined
  readonly reason?: FormReason | undefined
}) {
  const { pick } = useTranslator()
  const object = pick(entity.title)
  // A creating transition has a record only if it runs on a referenced one, which its title does not name.
  const named = transition.creates || title.toLowerCase().includes(object.toLowerCase())
  const subject = record
    ? named
      ? record.label
      : `${object} ${record.label}`
    : reason && `${pick(reason.title)} ${reason.label}`
  return (
    <>
      {title}
      {subject ? <span className={styles.subject}>{subject}</span> : null}
    </>
  )
}
