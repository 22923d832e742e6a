// The properties of a transition's dialog.
import type { Entity } from '../../../manifest/model/entity'
import type { Transition } from '../../../manifest/model/transition'
import type { RecordData, RunAnswer } from '../../../protocol/calls'
import type { TurnAnswer } from '../../../protocol/records/stepCalls'
import type { EntityAnswer } from '../../../protocol/screenCalls'
import type { Values } from '../model/formValues'

interface RecordOrigin {
  readonly entity: string
  readonly id: number
}

export interface TransitionDialogProps {
  readonly entity: Entity
  readonly transition: Transition
  readonly title: string
  readonly answer: EntityAnswer
  /** As of opening; absent: it creates one. */
  readonly record?: RecordData
  /** The same as it is by now, where it was read; only what is shown beside the form follows it. */
  readonly current?: RecordData | undefined
  /** Which check would refuse it now. */
  readonly refusal?: string | undefined
  /** Of what it submits for a decision: who decides, and what that will lack. */
  readonly after?: TurnAnswer | undefined
  /** The record from which the form was opened, of any entity. */
  readonly origin?: RecordOrigin | undefined
  /** Known values. */
  readonly fill?: Values
  /** Continues with another transition of the record, which may remedy the refusal of this one. */
  readonly onInstead?: (transition: string) => void
  /** Continues with the next record waiting for the same. */
  readonly onNext?: () => void
  /** Distinguishes its draft from that of a form of the same transition below it. */
  readonly place?: string | undefined
  /** `done`: whether it ran; `answer`: of a form. */
  readonly onClose: (done: boolean, answer?: RunAnswer) => void
}

/** Of a record as the dialog loaded it and as it was read beside the form: the later version. */
export function latestOf(loaded: RecordData | undefined, current: RecordData | undefined): RecordData | undefined {
  return current && current.version >= (loaded?.version ?? 0) ? current : loaded
}
