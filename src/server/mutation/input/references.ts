// Verifies that referenced records of a form exist, are within reach and are offered.
// Unchanged references are not verified again.
import { firstItem } from '../../../manifest/expression/values/present'
import { entityOf, type App } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'
import type { Field } from '../../../manifest/model/field'
import type { Rule } from '../../../manifest/model/rule'
import { pathsRead } from '../../../manifest/expression/analyze'
import { idOf } from '../../../manifest/expression/values/value'
import { loadRecords } from '../../query/records/loadRecords'
import { prefetchPaths, pathsThrough } from '../state/prefetchPaths'
import { fieldError } from '../../../manifest/fieldTypes/fieldErrors'
import type { ValueResolver } from '../state/valueResolver'
import { outOfReach, whyNot, writtenReason } from '../state/unchoosable'
import { isShown, linesIn, valueOf, type FormEntry, type TransitionStep } from '../state/step'
import { callerContext, tenantField, type TransitionBatch, type WriteContext } from '../state/writeContext'

/** A reference that the form changed. `at`: the address of its errors. */
export interface Reference {
  readonly step: TransitionStep
  readonly field: Field
  readonly at: string
  readonly id: number
  readonly rule?: Rule
  readonly preloadPaths: readonly string[]
}

interface ReferenceLookup {
  readonly entity: Entity
  readonly rule?: Rule
  readonly references: Reference[]
}

/** The changed references of all steps, lines included, without those that already have an error. */
export function changedReferences(
  app: App,
  batch: TransitionBatch,
  entries: readonly FormEntry[],
  steps: readonly TransitionStep[],
): Reference[] {
  const paths = prefetchPaths(app, batch.entity, batch.transition)
  return steps.flatMap((step) =>
    entries
      .filter((entry) => isShown(step, entry))
      .flatMap((entry) => {
        const { formField, field } = entry
        const value = valueOf(step, entry)
        if (field.type === 'ref') {
          const id = idOf(value)
          if (id === null || id === idOf(step.before?.own(formField.field)) || formField.field in step.errors) return []
          return [
            {
              step,
              field,
              at: formField.field,
              id,
              rule: formField.optionsWhere,
              preloadPaths: formField.input ? [] : pathsThrough(paths, formField.field),
            },
          ]
        }
        return field.type === 'lines' ? inLines(step, entry, value) : []
      }),
  )
}

function inLines(step: TransitionStep, { formField, field }: FormEntry, value: unknown): Reference[] {
  const cells = Object.values(field.fields ?? {}).filter((cell) => cell.type === 'ref' && cell.stored)
  const before = linesIn(step.before?.own(formField.field))
  return cells.flatMap((cell) => {
    const present = new Set(before.map((line) => idOf(line[cell.name])))
    return linesIn(value).flatMap((line, index): Reference[] => {
      const id = idOf(line[cell.name])
      return id === null || present.has(id)
        ? []
        : [
            {
              step,
              field: cell,
              at: `${formField.field}.${index}.${cell.name}`,
              id,
              rule: cell.optionsWhere,
              preloadPaths: [],
            },
          ]
    })
  })
}

/** Reads the records in as few statements as their rules allow, together with what later checks need. */
export async function checkReferences(
  writeContext: WriteContext,
  resolver: ValueResolver,
  batch: TransitionBatch,
  references: readonly Reference[],
): Promise<void> {
  const context = callerContext(writeContext, batch.caller)
  const explained: Reference[] = []
  for (const { entity, rule, references: requestedReferences } of lookupsOf(writeContext.app, batch, references)) {
    const { step } = firstItem(requestedReferences)
    const tenantColumn = tenantField(writeContext.app, entity)
    const paths = [
      ...new Set([
        ...requestedReferences.flatMap(({ preloadPaths }) => preloadPaths),
        ...(tenantColumn ? [tenantColumn] : []),
      ]),
    ]
    const ids = [...new Set(requestedReferences.map(({ id }) => id))]
    const parameters = {
      ...resolver.ruleParameters(step.names),
      thisEntity: batch.entity.name,
    }
    const records = await loadRecords(context, {
      entity: entity.name,
      paths,
      scoped: !batch.caller.system,
      where: { ids, rule, ...parameters },
    })
    // Behind a lock, the version shows whether the record changed after it was chosen.
    for (const record of records) writeContext.cache.add(entity.name, record, [...paths, 'version'])
    const selectable = new Set(records.map((record) => record.id))
    for (const reference of requestedReferences) {
      const { step: givenStep, field, at: errorPath, id } = reference
      if (selectable.has(id) || errorPath in givenStep.errors) continue
      const why = rule && (await whyNot(context, resolver, { entity, rule, id, parameters }))
      givenStep.errors[errorPath] = why
        ? fieldError('record_excluded', { field: field.title, reason: why })
        : ((await outOfReach(context, entity, id, field)) ??
          fieldError('record_not_selectable', { field: field.title }))
      if (why) explained.push(reference)
    }
  }
  // Last, when all refused references are known: a check may read several.
  for (const { step, at } of explained) {
    const written = await writtenReason(resolver, batch.transition, step, at)
    if (written) step.errors[at] = written
  }
}

// References set by the system come from rules over existing records: apply only the rules of the fields themselves.
function lookupsOf(app: App, { caller }: TransitionBatch, references: readonly Reference[]): ReferenceLookup[] {
  const questions = new Map<string, ReferenceLookup>()
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
        entity: entityOf(app, field.entity ?? ''),
        ...(rule && { rule }),
        references: [reference],
      })
  }
  return [...questions.values()]
}
