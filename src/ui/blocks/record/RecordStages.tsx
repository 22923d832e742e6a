// Where on its way is the record? Its stages in a row: those behind it, the one it is in, those to come. A state off the way, an end before the end,
// stands in place of the rest.
import { useEffect, useRef } from 'react'
import type { Entity } from '../../../manifest/app'
import { useWords } from '../../../runtime/runtime'
import { edgesOf } from '../../table/places'
import { wayOf } from './wayOf'

interface RecordStagesProps {
  readonly entity: Entity
  readonly stages: readonly string[]
  readonly state: string | undefined
}

export function RecordStages({ entity, stages, state }: RecordStagesProps) {
  const { pick, t } = useWords()
  const row = useRef<HTMLOListElement>(null)
  const way = wayOf(stages, state)
  const at = way.findIndex(({ place }) => place === 'now')
  // Where the record is stays in sight, however long the way.
  useEffect(() => {
    const now = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (row.current && now) row.current.scrollLeft = now.offsetLeft - (row.current.clientWidth - now.clientWidth) / 2
  }, [state, stages])
  useEffect(() => (row.current ? edgesOf(row.current) : undefined), [])
  return (
    <div className="record-way">
      {at >= 0 && <span>{t('record.stageOf', { at: at + 1, count: way.length })}</span>}
      <ol ref={row} className="record-stages" aria-label={t('record.stages')} tabIndex={0}>
        {way.map(({ state: name, place }) => (
          <li
            key={name}
            className={`record-stage-${place}`}
            aria-current={place === 'now' || place === 'off' ? 'step' : undefined}
          >
            {pick(entity.states[name]?.title ?? [name, name])}
          </li>
        ))}
      </ol>
    </div>
  )
}
