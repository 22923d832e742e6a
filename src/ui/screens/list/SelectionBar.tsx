// Batch actions for the selected records. An action that fits only some shows their number.
import { Button } from 'antd'
import type { Entity } from '../../../manifest/model/entity'
import type { RecordData } from '../../../protocol/calls'
import { useTranslator } from '../../../client/context/clientContext'

interface SelectionBarProps {
  readonly records: readonly RecordData[]
  /** Ids on the visible page. */
  readonly here: ReadonlySet<number>
  readonly batch: readonly string[]
  readonly entity: Entity | undefined
  readonly onRun: (transition: string, records: readonly RecordData[]) => void
  readonly onClear: () => void
  /** Opens them one after the other. */
  readonly onWorkThrough: (records: readonly RecordData[]) => void
}

export function SelectionBar({ records, here, batch, entity, onRun, onClear, onWorkThrough }: SelectionBarProps) {
  const { t, pick } = useTranslator()
  if (records.length === 0) return null
  const elsewhere = records.filter((record) => !here.has(record.id)).length
  return (
    <div className="list-selection" role="toolbar" aria-label={t('list.selected', { count: records.length })}>
      <strong>{t('list.selected', { count: records.length })}</strong>
      {elsewhere > 0 && <span>{t('list.selectedOther', { count: elsewhere })}</span>}
      <div>
        {batch.map((name) => {
          const transition = entity?.transitions[name]
          if (!transition) return null
          const fit = records.filter((record) => record.can.includes(name))
          const title = pick(transition.title)
          return (
            <Button
              key={name}
              size="small"
              danger={transition.danger}
              disabled={fit.length === 0}
              title={fit.length < records.length ? t('list.notAll', { action: title, count: fit.length }) : undefined}
              onClick={() => onRun(name, fit)}
            >
              {fit.length < records.length ? `${title} (${fit.length})` : title}
            </Button>
          )
        })}
        {records.length > 1 && (
          <Button size="small" onClick={() => onWorkThrough(records)}>
            {t('list.workThrough')}
          </Button>
        )}
        <Button size="small" type="text" onClick={onClear}>
          {t('list.clearSelection')}
        </Button>
      </div>
    </div>
  )
}
