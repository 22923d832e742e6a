// What is somebody about to decide on? The main values of the record that a dialog moves on, beyond its name and what the dialog asks or previews anyway.
import { lazy, Suspense } from 'react'
import type { Column, Entity, Field, FieldType, Transition } from '../../manifest/app'
import { isEmpty } from '../../manifest/fields/definition'
import type { EntityAnswer, RecordData } from '../../protocol/calls'
import { useWords } from '../../runtime/runtime'
import { useScene } from '../values/scene'
import { useOpenFiles } from '../values/openFiles'
import { shownValue } from '../values/value'
import { isNumber } from '../widgets/lines/cellText'
import { askFields } from './askFields'
import { isComputed } from './formWorld'
import styles from './form.module.css'

const FilesDialog = lazy(() => import('../values/FilesDialog'))

const most = 8
/** Too large for a glance. */
const large = new Set<FieldType>(['lines', 'files', 'text', 'address'])

/** Among them what can be looked at in place, if the step before has brought it: the voucher that is approved, the parts that are priced. */
const brought = new Set<FieldType>(['text', 'files', 'lines'])

/** The dialog itself says what becomes of the state. */
const ownState = new Set(['state', 'stateAt'])

type Fact = Pick<Column, 'field' | 'title' | 'type' | 'dictionary' | 'entity' | 'format' | 'brief' | 'fields'>

/**
 * What matters most to the move: own fields in the order of the record's own view, then what else its rules go by. What has no value is left out, and where
 * nothing moves only the rules count.
 */
export function factsOf(entity: Entity, transition: Transition, record: RecordData): Fact[] {
  if (transition.creates) return []
  const { fields, previews } = askFields(entity, transition)
  const asked = new Set([...fields, ...previews].map(({ name }) => name))
  const judged = new Set(transition.judges.map(({ field }) => field))
  const said = new Set(transition.said)
  const known = (name: string): boolean => {
    const value = record.values[name]
    return !isEmpty(value) && (!('label' in Object(value)) || (value as { label: string }).label !== record.label)
  }
  const shown = ({ field, type }: Fact): boolean =>
    !ownState.has(field) &&
    (!large.has(type) || (brought.has(type) && said.has(field))) &&
    !asked.has(field) &&
    known(field) &&
    record.values[field] !== record.label
  const written = entity.detail.sections.flatMap((section) => section.fields)
  // What the record's view says as a figure alone is nowhere else to be read.
  const figures = new Set(entity.detail.figures.filter((name) => !written.includes(name)))
  const viewed = new Set([...entity.detail.figures, ...written])
  const own = [...new Set([...figures, ...written, ...said])].flatMap((name): Fact[] => {
    const field = entity.fields[name]
    // What is computed and not even the record's own view shows is but a step to a value that it does show.
    if (field && isComputed(field) && !viewed.has(name) && !judged.has(name)) return []
    return field && (judged.has(name) || transition.to !== undefined)
      ? [
          {
            field: name,
            title: field.title,
            type: field.type,
            dictionary: field.dictionary,
            entity: field.entity,
            ...(field.format && { format: field.format }),
            ...(field.brief && { brief: field.brief, fields: field.fields }),
          },
        ]
      : []
  })
  const facts = [...own, ...transition.judges.filter(({ field }) => !own.some((fact) => fact.field === field))].filter(
    shown,
  )
  const isNothing = ({ field, type }: Fact): boolean => isNumber({ type }) && Number(record.values[field]) === 0
  // What the rules of the move go by says more than figures and what everything comes to, and those more than what was typed once.
  const rank = (fact: Fact): number =>
    judged.has(fact.field)
      ? 0
      : isNothing(fact)
        ? 3
        : said.has(fact.field)
          ? 0
          : figures.has(fact.field) || isLastSum(entity, fact.field)
            ? 1
            : 2
  const chosen = new Set([...facts].sort((a, b) => rank(a) - rank(b)).slice(0, most))
  return facts.filter((fact) => chosen.has(fact))
}

/** Money that is computed from other computed money, and that no other is computed from. */
function isLastSum({ fields }: Entity, name: string): boolean {
  const sums = Object.values(fields).filter((field) => field.type === 'money' && isComputed(field))
  const value = shownValueOf(fields[name]!)
  return (
    sums.some((of) => fields[name]!.compute?.reads.includes(of.name)) &&
    !sums.some((of) => of.name !== name && of.compute?.reads.includes(value))
  )
}

/** The field whose value a computed one shows wherever it is not empty; else itself. */
function shownValueOf({ name, compute }: Field): string {
  const node = compute?.node
  if (node?.kind !== 'choose' || node.yes.kind !== 'literal' || node.yes.value !== null || node.no.kind !== 'name')
    return name
  return node.no.path.join('.')
}

interface SubjectFactsProps {
  readonly entity: Entity
  readonly transition: Transition
  readonly record: RecordData | undefined
  readonly answer: EntityAnswer
}

export function SubjectFacts({ entity, transition, record, answer }: SubjectFactsProps) {
  const { pick } = useWords()
  const files = useOpenFiles()
  const scene = useScene(answer, undefined, files.open)
  const facts = record ? factsOf(entity, transition, record) : []
  if (!record || facts.length === 0) return null
  return (
    <>
      <dl className={styles.facts}>
        {facts.map((fact) => (
          <div key={fact.field}>
            <dt>{pick(fact.title)}</dt>
            <dd>
              {shownValue(fact, record.values[fact.field], scene, entity.name, {
                entity: entity.name,
                record: record.id,
              })}
            </dd>
          </div>
        ))}
      </dl>
      {files.shown && (
        <Suspense fallback={null}>
          <FilesDialog {...files} />
        </Suspense>
      )}
    </>
  )
}
