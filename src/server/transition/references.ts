// Do the records that a form refers to exist, are they within the caller's reach, and are they offered? What was there before is not asked again.
import type { App, Entity, Field, Rule } from '../../manifest/app'
import { pathsRead } from '../../manifest/rule/check'
import { idOf } from '../../manifest/rule/value'
import { entityNamed } from '../plan/frame'
import { loadRecords } from '../plan/load'
import { pathsAhead, pathsBehind } from './ahead'
import { notChoosable } from './faults'
import type { Reader } from './reader'
import { isShown, linesIn, valueOf, type Asking, type Step } from './step'
import { contextOf, tenantField, type Orders, type Work } from './work'

/** A reference that the form has changed. `at`: where an error about it stands. */
export interface Reference {
  readonly step: Step
  readonly field: Field
  readonly at: string
  readonly id: number
  readonly rule?: Rule
  readonly ahead: readonly string[]
}

interface Question {
  readonly entity: Entity
  readonly rule?: Rule
  readonly references: Reference[]
}

/** The changed references of all steps, lines included, that are not wrong already. */
export function changedReferences(
  app: App,
  orders: Orders,
  asking: readonly Asking[],
  steps: readonly Step[],
): Reference[] {
  const paths = pathsAhead(app, orders.entity, orders.transition)
  return steps.flatMap((step) =>
    asking
      .filter((one) => isShown(step, one))
      .flatMap((one) => {
        const { ask, field } = one
        const value = valueOf(step, one)
        if (field.type === 'ref') {
          const id = idOf(value)
          if (id === null || id === idOf(step.before?.own(ask.field)) || ask.field in step.errors) return []
          return [
            {
              step,
              field,
              at: ask.field,
              id,
              rule: ask.options,
              ahead: ask.input ? [] : pathsBehind(paths, ask.field),
            },
          ]
        }
        return field.type === 'lines' ? inLines(step, one, value) : []
      }),
  )
}

function inLines(step: Step, { ask, field }: Asking, value: unknown): Reference[] {
  const cells = Object.values(field.fields ?? {}).filter((cell) => cell.type === 'ref' && cell.stored)
  const before = linesIn(step.before?.own(ask.field))
  return cells.flatMap((cell) => {
    const present = new Set(before.map((line) => idOf(line[cell.name])))
    return linesIn(value).flatMap((line, index): Reference[] => {
      const id = idOf(line[cell.name])
      return id === null || present.has(id)
        ? []
        : [{ step, field: cell, at: `${ask.field}.${index}.${cell.name}`, id, rule: cell.where, ahead: [] }]
    })
  })
}

/** Asks for the records in as few statements as their rules allow; what guards will want of them comes along. */
export async function checkReferences(
  work: Work,
  reader: Reader,
  orders: Orders,
  references: readonly Reference[],
): Promise<void> {
  const context = contextOf(work, orders.caller)
  for (const { entity, rule, references: asked } of questionsOf(work.app, orders, references)) {
    const { step } = asked[0]!
    const own = tenantField(work.app, entity)
    const paths = [...new Set([...asked.flatMap(({ ahead }) => ahead), ...(own ? [own] : [])])]
    const ids = [...new Set(asked.map(({ id }) => id))]
    const found = await loadRecords(context, {
      entity: entity.name,
      paths,
      scoped: !orders.caller.system,
      where: {
        ids,
        rule,
        this: reader.asking(step.record),
        thisEntity: orders.entity.name,
        input: reader.asking(step.input),
        before: step.before && reader.asking(step.before),
      },
    })
    for (const record of found) work.facts.keep(entity.name, record, paths)
    const known = new Set(found.map((record) => record.id))
    for (const { step: of, field, at, id } of asked) if (!known.has(id)) of.errors[at] ??= notChoosable(field)
  }
}

// The system's references come from rules over records that exist; only what the fields themselves say is asked for them.
function questionsOf(app: App, { caller }: Orders, references: readonly Reference[]): Question[] {
  const questions = new Map<string, Question>()
  for (const reference of references) {
    const { field, rule, step } = reference
    if (caller.system && !rule) continue
    const perForm =
      rule !== undefined &&
      (['this', 'input', 'before'] as const).some((scope) => pathsRead(rule.node, scope).length > 0)
    const key = [
      field.entity,
      rule?.source ?? '',
      perForm ? references.findIndex((other) => other.step === step) : '',
    ].join('\n')
    const question = questions.get(key)
    if (question) question.references.push(reference)
    else
      questions.set(key, {
        entity: entityNamed(app, field.entity ?? ''),
        ...(rule && { rule }),
        references: [reference],
      })
  }
  return [...questions.values()]
}
