// The stages of a record in a row: done, current and to come.
// A state off the path, such as an early end, replaces the remaining stages.
import { untranslated } from '../../../../manifest/model/text'
import { useEffect, useRef } from 'react'
import type { Entity } from '../../../../manifest/model/entity'
import { useTranslator } from '../../../../client/context/clientContext'
import { edgesOf } from '../../../controls/hooks/scrollEdges'
import { goalsAmong, stageProgress } from './stageProgress'

interface RecordStagesProps {
  readonly entity: Entity
  readonly stages: readonly string[]
  readonly state: string | undefined
}

/** Draws the path of the entity; nothing for a path of a single stage. */
export function RecordStages({ entity, stages, state }: RecordStagesProps) {
  const { pick, t } = useTranslator()
  const row = useRef<HTMLOListElement>(null)
  const way = stageProgress(goalsAmong(stages, entity), state)
  const position = way.findIndex(({ place }) => place === 'now')
  // Keep the current stage visible, however long the path.
  useEffect(() => {
    // Of a completed path, its last stage.
    const now = row.current?.querySelector<HTMLElement>('[aria-current], .record-stage-done:last-child')
    if (row.current && now) row.current.scrollLeft = now.offsetLeft - (row.current.clientWidth - now.clientWidth) / 2
  }, [state, stages])
  useEffect(() => (row.current ? edgesOf(row.current) : undefined), [])
  // Do not draw a single stage.
  if (way.length < 2 && position >= 0) return null
  return (
    <div className="record-way">
      {position >= 0 && <span>{t('record.stageOf', { at: position + 1, count: way.length })}</span>}
      <ol ref={row} className="record-stages" aria-label={t('record.stages')} tabIndex={0}>
        {way.map(({ state: name, place }) => (
          <li
            key={name}
            className={`record-stage-${place}`}
            aria-current={place === 'now' || place === 'off' ? 'step' : undefined}
          >
            {pick(entity.states[name]?.title ?? untranslated(name))}
          </li>
        ))}
      </ol>
    </div>
  )
}
