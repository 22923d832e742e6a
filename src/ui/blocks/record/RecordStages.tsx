// Where on its way is the record? Its stages in a row: those behind it, the one it is in, those to come. A state off the way, an end before the end,
// stands in place of the rest.
import type { Entity } from '../../../manifest/app'
import { useWords } from '../../../runtime/runtime'
import { wayOf } from './wayOf'

interface RecordStagesProps { readonly entity: Entity; readonly stages: readonly string[]; readonly state: string | undefined }

export function RecordStages({ entity, stages, state }: RecordStagesProps) {
  const { pick, t } = useWords()
  return (
    <ol className="record-stages" aria-label={t('record.stages')} tabIndex={0}>
      {wayOf(stages, state).map(({ state: name, place }) => (
        <li key={name} className={`record-stage-${place}`} aria-current={place === 'now' || place === 'off' ? 'step' : undefined}>
          {pick(entity.states[name]?.title ?? [name, name])}
        </li>
      ))}
    </ol>
  )
}
