// Tabs below the header of a record: details, related records, notes and the timeline.
import { firstItem } from '../../../manifest/expression/values/present'
import { useId, useState, type ReactNode } from 'react'
import type { RecordAnswer } from '../../../protocol/calls'
import { useTranslator } from '../../../client/context/clientContext'
import { TabRow, type TabItem } from '../../controls/tabs/TabRow'
import type { RenderContext } from '../../values/renderContext'
import type { PendingAction } from '../../actions/PendingAction'
import { creations } from '../../actions/availableActions'
import { RecordRelated } from './sections/RelatedRecords'

type RecordTab = TabItem & { readonly children: ReactNode }

interface RecordTabsProps {
  readonly items: readonly RecordTab[]
  readonly first: string | undefined
  readonly onChange: (key: string) => void
}

/** A tab that was opened once keeps its state. */
export function RecordTabs({ items, first, onChange }: RecordTabsProps) {
  const panels = useId()
  const [chosen, setChosen] = useState(first)
  const [met, setMet] = useState<ReadonlySet<string>>(new Set())
  const active = items.find(({ key }) => key === chosen)?.key ?? firstItem(items).key
  const choose = (key: string) => {
    setChosen(key)
    onChange(key)
    setMet((before) => new Set([...before, active, key]))
  }
  return (
    <div className="record-tabs">
      <TabRow items={items} active={active} onChange={choose} panels={panels} />
      {items
        .filter(({ key }) => key === active || met.has(key))
        .map(({ key, title, children }) => (
          <div
            key={key}
            id={panels + key}
            role="tabpanel"
            aria-label={String(title)}
            hidden={key !== active}
            data-scroll
          >
            {children}
          </div>
        ))}
    </div>
  )
}

/** A tab for each list of related records with rows or creating actions. */
export function useRelatedTabs(
  entity: string,
  { record, related: foundRelated }: RecordAnswer,
  context: RenderContext,
  run: (pendingAction: PendingAction) => void,
): RecordTab[] {
  const { pick } = useTranslator()
  return (context.entities[entity]?.detail.related ?? []).flatMap((related) => {
    const visible = foundRelated.find((item) => item.entity === related.entity && item.by === related.reference)
    if (!visible) return []
    const create = creations(related, context.entities, record.can)
    // Leave out a tab without records and without actions.
    if (visible.rows.length === 0 && create.length === 0) return []
    return [
      {
        key: `${related.entity}.${related.reference}`,
        title: pick(related.title),
        count: `${visible.rows.length}${visible.more ? '+' : ''}`,
        children: (
          <RecordRelated
            related={related}
            rows={visible.rows}
            more={visible.more}
            context={context}
            run={(action, row) => run({ action, record: row, entityName: related.entity })}
            create={create}
            runCreate={(action) =>
              run({
                action,
                record,
                entityName: entity,
                values: { [related.reference]: { id: record.id, label: record.label } },
              })
            }
          />
        ),
      },
    ]
  })
}
