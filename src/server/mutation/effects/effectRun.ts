// What an effect runs on: the written step of one record, and the batch it belongs to.
// Its refusals name records as the caller who began may see them.
import { declared } from '../../../manifest/expression/values/present'
import { mayOpenRecords } from '../../context/callerRules'
import { canReadField } from '../../query/policy/fieldAccess'
import type { EffectOrigin } from '../state/errors'
import { labelsInReach } from '../state/recordLabels'
import type { ValueResolver } from '../state/valueResolver'
import type { WrittenStep } from '../state/step'
import { callerContext, type TransitionBatch, type WriteContext } from '../state/writeContext'

export interface EffectRun extends WrittenStep {
  readonly context: WriteContext
  readonly resolver: ValueResolver
  readonly batch: TransitionBatch
}

/** Where an effect comes from, for what its refusals reveal. */
export function effectOrigin({ context, batch }: EffectRun, askedAs: EffectOrigin['askedAs'] = {}): EffectOrigin {
  const reader = callerContext(context, context.starter)
  return {
    action: batch.transition.title,
    askedAs,
    async labelOf(entity, id) {
      const label = declared(entity.fields, entity.labelField)
      if (!mayOpenRecords(reader, entity) || !canReadField(label, reader.caller)) return undefined
      return (await labelsInReach(reader, entity, [id])).get(id)
    },
  }
}
