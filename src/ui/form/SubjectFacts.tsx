// What is somebody about to decide on? The main values of the record that a dialog moves on, beyond its name and what the dialog asks anyway.
import type { Entity, FieldType, Transition } from '../../manifest/app'
import type { EntityAnswer, RecordData } from '../../protocol/calls'
import { useWords } from '../../runtime/runtime'
import { useScene } from '../values/scene'
import { shownValue } from '../values/value'
import { isComputed } from './formWorld'
import styles from './form.module.css'

const most = 8
/** Too large for a glance. */
const large = new Set<FieldType>(['lines', 'files', 'text', 'address'])

/** Names of the fields that matter most to the move, in the order of the record's own view; those of no value are left out. */
export function factsOf(entity: Entity, transition: Transition, record: RecordData): string[] {
  if (transition.creates || transition.to === undefined) return []
  const asked = new Set(transition.asks.map(({ field }) => field))
  const known = (name: string): boolean => {
    const value = record.values[name]
    return value !== undefined && value !== null && value !== '' && (!('label' in Object(value)) || (value as { label: string }).label !== record.label)
  }
  const names = [...new Set(entity.detail.sections.flatMap((section) => section.fields))].filter((name) => {
    const field = entity.fields[name]
    return field !== undefined && !large.has(field.type) && !asked.has(name) && known(name) && record.values[name] !== record.label
  })
  // What the rules of the move go by says more than sums, and sums more than what was typed once.
  const rank = (name: string): number => (transition.judges.includes(name) ? 0 : entity.fields[name]!.type === 'money' && isComputed(entity.fields[name]!) ? 1 : 2)
  const chosen = new Set([...names].sort((a, b) => rank(a) - rank(b)).slice(0, most))
  return names.filter((name) => chosen.has(name))
}

interface SubjectFactsProps { readonly entity: Entity; readonly transition: Transition; readonly record: RecordData | undefined; readonly answer: EntityAnswer }

export function SubjectFacts({ entity, transition, record, answer }: SubjectFactsProps) {
  const { pick } = useWords()
  const scene = useScene(answer)
  const names = record ? factsOf(entity, transition, record) : []
  if (!record || names.length === 0) return null
  return (
    <dl className={styles.facts}>
      {names.map((name) => {
        const field = entity.fields[name]!
        return <div key={name}><dt>{pick(field.title)}</dt><dd>{shownValue({ field: name, type: field.type, dictionary: field.dictionary, entity: field.entity }, record.values[name], scene, entity.name)}</dd></div>
      })}
    </dl>
  )
}
