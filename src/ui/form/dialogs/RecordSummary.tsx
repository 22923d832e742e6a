// The main values of the record whose transition a dialog runs.
// Omits the label and what the form shows anyway.
import { declared, textBefore } from '../../../manifest/expression/values/present'
import { reportedTypes, wideTypes } from '../../../manifest/fieldTypes/typeSets'
import { isNumberType } from '../../../manifest/expression/values/valueTypes'
import { isSameTitle, textIn, type Text } from '../../../manifest/model/text'
import type { Entity } from '../../../manifest/model/entity'
import { isComputed, type Field } from '../../../manifest/model/field'
import type { Transition } from '../../../manifest/model/transition'
import { isEmpty } from '../../../manifest/fieldTypes/definition'
import type { FileValue, LineValue, RecordData } from '../../../protocol/calls'
import type { EntityAnswer } from '../../../protocol/screenCalls'
import { useTranslator } from '../../../client/context/clientContext'
import { dialogContext, standaloneContext, useRenderContext } from '../../values/renderContext'
import { filesByLine } from '../../values/files/filesOf'
import { renderValue } from '../../values/renderValue'
import { layoutForm } from '../model/layoutForm'
import type { DecisionFile, Fact } from './BesideFiles'
import styles from '../view/form.module.css'

/** Besides the facts that distinguish the record. */
const maxFacts = 8
/** Without enough room the last of these are left out. */
const importances = ['distinguishes', 'decides', 'sumsUp', 'entered', 'zero'] as const
type Importance = (typeof importances)[number]
/** The dialog itself shows the change of state. */
const ownState = new Set(['state', 'stateAt'])

/**
 * The values that matter most: fields in the order of the detail view, then those on which the rules depend. Omits
 * empty values; without a change of state only the rules count.
 */
export function factsOf(entity: Entity, transition: Transition, record: RecordData): Fact[] {
  if (transition.creates) return []
  const { fields, previews } = layoutForm(entity, transition)
  const formFields = new Set([...fields, ...previews].map(({ name }) => name))
  const decisionFields = new Set(transition.decisionFields.map(({ field }) => field))
  const contextFields = new Set(transition.contextFields)
  const known = (name: string): boolean => {
    const value = record.values[name]
    return !isEmpty(value) && (!('label' in Object(value)) || (value as { label: string }).label !== record.label)
  }
  const isSummarized = ({ field, type, format }: Fact): boolean =>
    !ownState.has(field) &&
    !((format === 'balance' || format === 'alert') && Number(record.values[field]) === 0) &&
    (!wideTypes.has(type) || (reportedTypes.has(type) && contextFields.has(field))) &&
    !formFields.has(field) &&
    known(field) &&
    record.values[field] !== record.label
  const written = entity.detail.sections.flatMap((section) => section.fields)
  // A value that the detail view shows only as a highlight appears nowhere else.
  const highlights = new Set(entity.detail.highlightFields.filter((name) => !written.includes(name)))
  const viewed = new Set([...entity.detail.highlightFields, ...written])
  const recordFacts = [...new Set([...highlights, ...written, ...contextFields])].flatMap((name): Fact[] => {
    const field = entity.fields[name]
    // A computed value that even the detail view omits is an intermediate result.
    if (!field || (isComputed(field) && !viewed.has(name) && !decisionFields.has(name))) return []
    return decisionFields.has(name) || transition.to !== undefined ? [factOf(field)] : []
  })
  const facts = [
    ...recordFacts,
    ...transition.decisionFields.filter(({ field }) => !recordFacts.some((fact) => fact.field === field)),
  ]
    .filter(isSummarized)
    // Of facts with equal title and value, keep only the one that the transition's rules read.
    .filter((fact, _, all) => {
      const same = all.filter((other) => saysTheSame(other, fact, record))
      return fact === (same.find(({ field }) => decisionFields.has(field)) ?? same[0])
    })
  // A balance stays with the two amounts it compares.
  const balanced = new Set(
    facts
      .filter(({ format }) => format === 'balance')
      .flatMap(({ field }) => entity.fields[field]?.compute?.readPaths ?? []),
  )
  // So does a total that decides with its parts.
  const parts = new Set([...decisionFields].flatMap((name) => entity.fields[name]?.compute?.readPaths ?? []))
  const importanceOf = ({ field, type, format, drillDown }: Fact): Importance => {
    if (format === 'balance' || balanced.has(field) || entity.facts.includes(field)) return 'distinguishes'
    if (isNumberType(type) && Number(record.values[field]) === 0) return 'zero'
    if (decisionFields.has(field) || contextFields.has(field) || drillDown !== undefined) return 'decides'
    return highlights.has(field) || parts.has(field) || isLastSum(entity, field) ? 'sumsUp' : 'entered'
  }
  const count = maxFacts + facts.filter(({ field }) => entity.facts.includes(field)).length
  return distinctlyTitled(entity, mostImportant(facts, importanceOf, count))
}

/** Of the same title, those read over a reference begin with its title. */
const distinctlyTitled = (entity: Entity, facts: readonly Fact[]): Fact[] =>
  facts.map((fact) => {
    const over = fact.field.includes('.') ? entity.fields[textBefore(fact.field, '.')] : undefined
    const isShared = facts.some((other) => other !== fact && isSameTitle(other.title, fact.title))
    return over && isShared ? { ...fact, title: textOver(over.title, fact.title) } : fact
  })

const textOver = (over: Text, title: Text): Text =>
  Object.fromEntries(Object.entries(title).map(([language, text]) => [language, `${textIn(over, language)} · ${text}`]))

/** The most important facts, in their own order. */
function mostImportant(facts: readonly Fact[], importanceOf: (fact: Fact) => Importance, count: number): Fact[] {
  const chosen = new Set(
    importances.flatMap((importance) => facts.filter((fact) => importanceOf(fact) === importance)).slice(0, count),
  )
  return facts.filter((fact) => chosen.has(fact))
}

function factOf({ name, title, type, dictionary, entity, format, drillDown, summaryFields, fields }: Field): Fact {
  return {
    field: name,
    title,
    type,
    dictionary,
    entity,
    ...(format && { format }),
    ...(drillDown && { drillDown }),
    ...(summaryFields && { summaryFields }),
    ...(fields && { fields }),
  }
}

const saysTheSame = (fact: Fact, other: Fact, { values }: RecordData): boolean =>
  isSameTitle(fact.title, other.title) && JSON.stringify(values[fact.field]) === JSON.stringify(values[other.field])

/** A computed total of other computed sums, from which nothing else is computed. */
function isLastSum({ fields }: Entity, name: string): boolean {
  const sums = Object.values(fields).filter((field) => field.type === 'money' && isComputed(field))
  const value = shownValueOf(declared(fields, name))
  return (
    sums.some((sum) => declared(fields, name).compute?.readPaths.includes(sum.name)) &&
    !sums.some((sum) => sum.name !== name && sum.compute?.readPaths.includes(value))
  )
}

/** The field that a computed one repeats wherever it is not empty; else the computed one itself. */
function shownValueOf({ name, compute }: Field): string {
  const node = compute?.node
  if (node?.kind !== 'choose' || node.yes.kind !== 'literal' || node.yes.value !== null || node.no.kind !== 'name')
    return name
  return node.no.path.join('.')
}

/** The files among those values and in their lines, and those of the form, which are drawn large beside it. */
export function decisionFiles(entity: Entity, transition: Transition, record: RecordData | undefined): DecisionFile[] {
  if (!record) return []
  const carrier = { entity: entity.name, record: record.id }
  const facts = factsOf(entity, transition, record)
  const ofForm = transition.form.flatMap(({ field, input, readOnly }): Fact[] => {
    const definition = input || !readOnly ? undefined : entity.fields[field]
    const isFact = facts.some((fact) => fact.field === field)
    return definition?.type === 'files' && !isFact ? [factOf(definition)] : []
  })
  return [...ofForm.filter(({ field }) => !isEmpty(record.values[field])), ...facts].flatMap((fact): DecisionFile[] => {
    const value = record.values[fact.field]
    if (fact.type === 'lines')
      return filesByLine(fact, value as readonly LineValue[]).map((item) => ({ ...item, carrier, field: fact }))
    const files = fact.type === 'files' ? (value as readonly FileValue[]) : []
    return files.map((file) => ({ file, carrier, field: fact }))
  })
}

interface SubjectFactsProps {
  readonly entity: Entity
  readonly transition: Transition
  readonly record: RecordData | undefined
  readonly answer: EntityAnswer
}

/** The empty fields for files that the form shows: nothing is drawn beside it, and the decision may depend on them. */
const missingFiles = (entity: Entity, { creates, form }: Transition, { values }: RecordData): Field[] =>
  creates
    ? []
    : form.flatMap(({ field: name, input, readOnly, visibleWhen }) => {
        const field = input || !readOnly || visibleWhen ? undefined : entity.fields[name]
        return field?.type === 'files' && name in values && isEmpty(values[name]) ? [field] : []
      })

export function RecordSummary({ entity, transition, record, answer }: SubjectFactsProps) {
  const { pick, t } = useTranslator()
  const context = dialogContext(standaloneContext(useRenderContext(answer)))
  const facts = record ? factsOf(entity, transition, record).filter(({ type }) => type !== 'files') : []
  const missing = record ? missingFiles(entity, transition, record) : []
  if (!record || facts.length + missing.length === 0) return null
  return (
    <dl className={styles.facts}>
      {facts.map((fact) => (
        <div key={fact.field} className={wideTypes.has(fact.type) ? styles.wideFact : undefined}>
          <dt>{pick(fact.title)}</dt>
          <dd>
            {renderValue(fact, record.values[fact.field], context, {
              entity: entity.name,
              carrier: { entity: entity.name, record: record.id },
            })}
          </dd>
        </div>
      ))}
      {missing.map(({ name, title }) => (
        <div key={name}>
          <dt>{pick(title)}</dt>
          <dd>{t('form.noFiles')}</dd>
        </div>
      ))}
    </dl>
  )
}
