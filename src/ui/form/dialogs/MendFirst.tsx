// Links from a refused transition to one that can resolve the refusal.
import { Button } from 'antd'
import type { Entity } from '../../../manifest/model/entity'
import type { Transition } from '../../../manifest/model/transition'
import type { RecordData } from '../../../protocol/calls'
import { useTranslator } from '../../../client/context/clientContext'
import type { TransitionDialogProps } from './transitionDialog'

interface MendFirstProps {
  readonly dialog: TransitionDialogProps
  /** As last loaded. */
  readonly record: RecordData | undefined
}

export function MendFirst({ dialog: { entity, transition, onInstead }, record }: MendFirstProps) {
  const { t, pick } = useTranslator()
  // The record of a creating transition is the one that it was started from.
  const mending = record && !transition.creates ? mendingOf(entity, transition, record) : undefined
  if (!mending || !onInstead) return null
  return (
    <Button size="small" onClick={() => onInstead(mending.name)}>
      {t('form.mendFirst', { action: pick(mending.title) })}
    </Button>
  )
}

/** A permitted transition with an input that the rules of the refused one depend on, and which that one lacks. */
function mendingOf(entity: Entity, refused: Transition, { can }: RecordData): Transition | undefined {
  const judged = new Set(refused.decisionFields.map(({ field }) => field))
  for (const { field, input } of refused.form) if (!input) judged.delete(field)
  return Object.values(entity.transitions).find(
    ({ name, to, creates, form }) =>
      !creates &&
      to === undefined &&
      can.includes(name) &&
      form.some((formField) => !formField.input && judged.has(formField.field)),
  )
}
