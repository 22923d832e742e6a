// Lays out the form of a transition: its inputs, their order and groups. Pure.
// The manifest defines the inputs, the caller passes what is known. Draws nothing and reads no values.
import { wideTypes } from '../../../manifest/fieldTypes/typeSets'
import type { Transition } from '../../../manifest/model/transition'
import type { Entity } from '../../../manifest/model/entity'
import type { Field } from '../../../manifest/model/field'
import type { Rule } from '../../../manifest/model/rule'
import type { Section } from '../../../manifest/model/detail'
import { keyColumn } from '../../../manifest/model/lineRules'
import { previewFields } from './previewFields'
import type { FormFieldModel, FormOutline, FormSection } from './formField'

/** The form of a transition. `sections` groups the inputs; those that no section names come last, without a heading. */
export function layoutForm(entity: Entity, transition: Transition, sections: readonly Section[] = []): FormOutline {
  const names = new Set(transition.form.map((formField) => formField.field))
  const otherInputs = (field: string, ...rules: readonly (Rule | undefined)[]) => [
    ...new Set(rules.flatMap(optionNames).filter((name) => names.has(name) && name !== field)),
  ]
  const fields = transition.form.flatMap((formField): FormFieldModel[] => {
    const field = formField.input ? transition.inputs[formField.field] : entity.fields[formField.field]
    // The browser does not receive a field that the caller may not see: skip it.
    if (!field) return []
    // Files to look at are drawn large beside the form, not in it.
    if (field.type === 'files' && formField.readOnly && !transition.creates) return []
    const computed = field.compute !== undefined || field.aggregate !== undefined
    return [
      {
        name: formField.field,
        field: formField.editOnlyFields
          ? withNeededCells(field, formField.editOnlyFields, formField.required)
          : formField.omitFields
            ? withoutCells(field, formField.omitFields)
            : field,
        editOnlyFields: formField.editOnlyFields ?? besideKey(field, formField.optionsWhere),
        input: formField.input,
        required: formField.required,
        requiredWhen: formField.requiredWhen,
        visibleWhen: formField.visibleWhen,
        default: formField.default ?? (transition.creates || formField.input ? field.default : undefined),
        defaultLines: formField.defaultLines,
        suggestions: formField.suggestions,
        optionsWhere: formField.optionsWhere ?? (field.type === 'ref' ? field.optionsWhere : undefined),
        readOnly: formField.readOnly || computed,
        wide: formField.wide || wideTypes.has(field.type),
        dependsOn: otherInputs(formField.field, formField.optionsWhere ?? field.optionsWhere, field.optionsFirstWhere),
        columnsDependOn: Object.fromEntries(
          Object.values(field.fields ?? {}).map((cell) => [
            cell.name,
            otherInputs(formField.field, cell.optionsWhere, cell.optionsFirstWhere),
          ]),
        ),
      },
    ]
  })
  const grouped = group(fields, sections)
  return {
    sections: grouped,
    fields: grouped.flatMap((section) => section.fields),
    previews: previewFields(entity, fields, transition),
    title: transition.title,
    help: transition.help,
    note: transition.note,
    schedule: transition.calendarScreen,
    earlyCheck: transition.earlyCheck,
    unique: entity.unique
      .map((unique) => unique.fields)
      .filter((names) => names.every((name) => fields.some((field) => field.name === name && !field.input))),
  }
}

/** The fields of a line besides its key, if the form decides which lines exist. */
function besideKey(field: Field, options: Rule | undefined): string[] | undefined {
  const key = field.type === 'lines' && options ? keyColumn(field) : undefined
  return key && Object.keys(field.fields ?? {}).filter((name) => name !== key.name)
}

/** A form that edits some columns only decides itself whether they are required. */
function withNeededCells(field: Field, cells: readonly string[], required: boolean): Field {
  const fields = Object.entries(field.fields ?? {}).map(
    ([name, cell]) => [name, { ...cell, required: required && cells.includes(name) }] as const,
  )
  return { ...field, fields: Object.fromEntries(fields) }
}

/** The field without these fields of a line, and without those computed from them. */
function withoutCells(field: Field, names: readonly string[]): Field {
  const left = Object.entries(field.fields ?? {}).filter(
    ([name, cell]) => !names.includes(name) && !cell.compute?.readPaths.some((path) => names.includes(path)),
  )
  return { ...field, fields: Object.fromEntries(left) }
}

/** true: there are no inputs, a confirmation suffices. */
export const isEmptyForm = (form: FormOutline): boolean => form.fields.length === 0 && form.note === undefined

function group(fields: readonly FormFieldModel[], sections: readonly Section[]): FormSection[] {
  const left = new Map(fields.map((field) => [field.name, field]))
  const grouped = sections.flatMap((section): FormSection[] => {
    const sectionFields = section.fields.flatMap((name) => {
      const field = left.get(name)
      left.delete(name)
      return field ? [field] : []
    })
    return sectionFields.length > 0 ? [{ title: section.title, fields: sectionFields }] : []
  })
  if (left.size > 0) grouped.push({ fields: [...left.values()] })
  return grouped
}

/** The names that an option rule reads from the form: this.x and input.x. */
function optionNames(rule: Rule | undefined): string[] {
  if (!rule) return []
  const names = new Set<string>()
  const walk = (node: Rule['node']): void => {
    switch (node.kind) {
      case 'name': {
        const first = node.path[0]
        if (first !== undefined && (node.scope === 'this' || node.scope === 'input')) names.add(first)
        break
      }
      case 'not':
      case 'negate':
        walk(node.of)
        break
      case 'binary':
        walk(node.left)
        walk(node.right)
        break
      case 'choose':
        walk(node.test)
        walk(node.yes)
        walk(node.no)
        break
      case 'list':
        node.items.forEach(walk)
        break
      case 'index':
        walk(node.of)
        walk(node.key)
        break
      case 'call':
        node.args.forEach(walk)
        break
      case 'literal':
        break
    }
  }
  walk(rule.node)
  return [...names]
}
