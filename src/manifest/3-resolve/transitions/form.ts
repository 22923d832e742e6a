// Resolves the form of a transition: fields and inputs in order, with their behavior in this form.
// The keys of the form take precedence over those of the field.
import { compositeTypes } from '../../fieldTypes/typeSets'
import type { DefaultLine, FormField, Suggestion } from '../../model/transition'
import type { Rule } from '../../model/rule'
import { keyColumn } from '../../model/lineRules'
import type * as language from '../../language/generated'
import { andRule, ineffective } from '../../context/lookup'
import type { RuleEnvironment } from '../../expression/environment'
import {
  childLocation,
  indexed,
  reportProblem,
  ruleAt,
  type ManifestLocation,
  type Mutable,
  type FieldDraft,
} from '../../context/compileContext'
import { conditionAt, targetOf } from '../../context/ruleTypes'
import { resolveCells } from './lines'
import { lineShape, type TransitionScope } from './scope'
import { nameOf } from '../../2-declare/inputs'

/** Compiles the rules of the form over the record with the entered values, and `input`. */
export function resolveForm(scope: TransitionScope): void {
  const { draft, location, transition, written, environment: form } = scope
  const { context } = location
  const details = new Map(
    indexed(written.form).map(([index, formField]) => [
      nameOf(formField),
      { index, formField: typeof formField === 'string' ? undefined : formField },
    ]),
  )
  transition.form = transition.form.map((formField) => {
    const field = formField.input ? transition.inputs[formField.field]! : draft.fields[formField.field]!
    const { index, formField: detail } = details.get(formField.field) ?? {}
    const formFieldLocation = childLocation(location, 'form', index ?? 0)
    const compiled: Mutable<FormField> = { ...formField }
    const requiredWhen = requiredWhenOf(formFieldLocation, field, detail, form)
    if (requiredWhen !== undefined) compiled.requiredWhen = requiredWhen
    if (detail?.visibleWhen !== undefined)
      compiled.visibleWhen = ruleAt(
        childLocation(formFieldLocation, 'visibleWhen'),
        detail.visibleWhen,
        form,
        'boolean',
      )
    if (detail?.default !== undefined) {
      const result = targetOf(context, field)
      compiled.default = ruleAt(childLocation(formFieldLocation, 'default'), detail.default, form, result)
    }
    if (detail?.defaultLines !== undefined)
      compiled.defaultLines = defaultLinesOf(formFieldLocation, scope, field, detail)
    if (detail?.suggestions !== undefined) compiled.suggestions = suggestionsOf(formFieldLocation, field, detail, form)
    const options = optionsOf(formFieldLocation, field, detail, form)
    if (options !== undefined) compiled.optionsWhere = options
    return compiled
  })
}

function defaultLinesOf(
  location: ManifestLocation,
  { draft, environment: form }: TransitionScope,
  field: FieldDraft,
  detail: language.FormFieldDetail,
): DefaultLine[] {
  if (field.type !== 'lines') {
    ineffective(location, detail, ['defaultLines'], `on a field of type ${field.type}`)
    return []
  }
  if (detail.default !== undefined)
    reportProblem(childLocation(location, 'defaultLines'), 'conflicting-keys', {
      what: 'Lines are offered by either `default` or `defaultLines`',
    })
  return indexed(detail.defaultLines).map(([index, { when, values }]) => {
    const lineLocation = childLocation(location, 'defaultLines', index)
    const condition = conditionAt(lineLocation, 'when', when, form)
    return {
      ...(condition !== undefined && { when: condition }),
      values: resolveCells<never>(childLocation(lineLocation, 'values'), lineShape(draft, field), values, form),
    }
  })
}

function suggestionsOf(
  location: ManifestLocation,
  field: FieldDraft,
  detail: language.FormFieldDetail,
  form: RuleEnvironment,
): Suggestion[] {
  if (compositeTypes.has(field.type)) {
    ineffective(location, detail, ['suggestions'], `on a field of type ${field.type}`)
    return []
  }
  return indexed(detail.suggestions).flatMap(([index, { title, value, time }]) => {
    const written = childLocation(location, 'suggestions', index)
    if (time !== undefined && field.type !== 'datetime')
      ineffective(written, { time }, ['time'], `on a field of type ${field.type}`)
    const expected = time === undefined ? targetOf(location.context, field) : 'date'
    const rule = ruleAt(childLocation(written, 'value'), value, form, expected)
    return rule === undefined ? [] : [{ title, value: rule, ...(time !== undefined && { time }) }]
  })
}

function requiredWhenOf(
  location: ManifestLocation,
  field: FieldDraft,
  detail: language.FormFieldDetail | undefined,
  form: RuleEnvironment,
): Rule | undefined {
  if (detail?.requiredWhen === undefined) return detail?.required === undefined ? field.requiredWhen : undefined
  if (detail.required !== undefined)
    reportProblem(childLocation(location, 'requiredWhen'), 'conflicting-keys', {
      what: 'A field of a form has either `required` or `requiredWhen`',
    })
  return ruleAt(childLocation(location, 'requiredWhen'), detail.requiredWhen, form, 'boolean')
}

function optionsOf(
  location: ManifestLocation,
  field: FieldDraft,
  detail: language.FormFieldDetail | undefined,
  form: RuleEnvironment,
): Rule | undefined {
  const { context } = location
  const { type, dictionary, entity } = field
  if (detail?.optionsWhere === undefined) return type === 'ref' ? field.optionsWhere : undefined
  const optionsLocation = childLocation(location, 'optionsWhere')
  const keyed = type === 'lines' ? keyColumn(field)?.dictionary : undefined
  if (type === 'choice' || keyed !== undefined)
    return ruleAt(
      optionsLocation,
      detail.optionsWhere,
      {
        ...form,
        record: undefined,
        this: form.record,
        code: context.dictionaryCodes.get(keyed ?? dictionary ?? '') ?? [],
      },
      'boolean',
    )
  if (type !== 'ref') {
    ineffective(
      location,
      detail,
      ['optionsWhere'],
      type === 'lines' ? 'on lines that may agree in every choice' : `on a field of type ${type}`,
    )
    return undefined
  }
  const target = context.entities[entity ?? '']
  // A field without its entity is invalid and was already reported.
  if (target === undefined) return undefined
  return andRule(
    field.optionsWhere,
    ruleAt(
      optionsLocation,
      detail.optionsWhere,
      { ...form, record: target.shape, this: form.record, before: undefined },
      'boolean',
    ),
  )
}
