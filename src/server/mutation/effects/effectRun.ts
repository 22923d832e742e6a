// What an effect runs on: the written step of one record, and the batch it belongs to.
import type { ValueResolver } from '../state/valueResolver'
import type { WrittenStep } from '../state/step'
import type { TransitionBatch, WriteContext } from '../state/writeContext'

export interface EffectRun extends WrittenStep {
  readonly context: WriteContext
  readonly resolver: ValueResolver
  readonly batch: TransitionBatch
}
