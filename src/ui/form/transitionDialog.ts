// What does a dialog need to know that runs one transition? Whether it asks something or only for a yes.
import type { Entity, Transition } from '../../manifest/app'
import type { EntityAnswer, RecordData } from '../../protocol/calls'
import type { Values } from './formValues'

export interface TransitionDialogProps {
  readonly entity: Entity
  readonly transition: Transition
  readonly title: string
  readonly answer: EntityAnswer
  /** Absent: it creates one. */
  readonly record?: RecordData
  /** Values that are known already. */
  readonly fill?: Values
  /** `done`: it was run. */
  readonly onClose: (done: boolean) => void
}
