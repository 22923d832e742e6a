// Shows whose turn a record is, and since when it waits.
import type { Entity } from '../../../../manifest/model/entity'
import type { RecordData } from '../../../../protocol/calls'
import type { TurnAnswer } from '../../../../protocol/screenCalls'
import { useRead } from '../../../../client/data/queries'
import { useFormat, useTranslator } from '../../../../client/context/clientContext'

const mostRoles = 3

export function RecordTurn({ entity, record }: { readonly entity: Entity; readonly record: RecordData }) {
  const { t, pick } = useTranslator()
  const format = useFormat()
  const request = { entity: entity.name, id: record.id }
  const { data, isPending } = useRead<TurnAnswer>('/api/turn', request, { entities: [entity.name] })
  const { steps = [], since } = data ?? {}
  const callersStep = steps.find(({ transition }) => record.can.includes(transition))
  const roles = [...new Set(steps.flatMap((step) => step.roles))]
  const [first] = steps
  // The buttons below must not move while they are pressed: the line keeps its place until the answer is here.
  if (!first) return isPending ? <p className="record-turn" aria-hidden /> : null
  const who = callersStep ? t('record.turnYours') : roles.slice(0, mostRoles).join(t('list.wordsBetween'))
  return (
    <p className="record-turn" data-own={callersStep ? '' : undefined}>
      {t('record.turn', {
        who: roles.length > mostRoles && !callersStep ? `${who}…` : who,
        step: pick((callersStep ?? first).title),
      })}
      {since && <time dateTime={since}>{t('record.turnSince', { since: format.relative(since) })}</time>}
    </p>
  )
}
