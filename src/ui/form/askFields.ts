// Which inputs does the form of a transition have, in which order and groups? Pure: what is asked comes from the manifest,
// what is known comes from the caller. It draws nothing and reads no values.
import type { Ask, Entity, Field, Rule, Section, Text, Transition } from '../../manifest/app'
import { keyColumn } from '../../manifest/lineRules'
import { previewFields } from './previews'

/** One input of a form: what is asked, with its field. */
export interface AskedField extends Omit<Ask, 'field'> {
  /** The key in the values that are sent. */
  readonly name: string
  readonly field: Field
  /** Other inputs of this form on which the offered options depend. */
  readonly dependsOn: readonly string[]
}

export interface AskedSection {
  readonly title?: Text
  readonly fields: readonly AskedField[]
}

export interface AskedForm {
  readonly sections: readonly AskedSection[]
  /** All inputs, in the order in which they stand. */
  readonly fields: readonly AskedField[]
  /** Computed fields of the entity that follow from what is being typed, in the entity's order. */
  readonly previews: readonly Field[]
  readonly note?: 'optional' | 'required'
  readonly schedule?: Transition['schedule']
}

const alwaysWide = new Set<Field['type']>(['text', 'lines', 'address', 'files'])

/** The form of a transition. `sections` groups the inputs; those that no section names stand last, without a heading. */
export function askFields(entity: Entity, transition: Transition, sections: readonly Section[] = []): AskedForm {
  const names = new Set(transition.asks.map((ask) => ask.field))
  const fields = transition.asks.flatMap((ask): AskedField[] => {
    const field = ask.input ? transition.inputs[ask.field] : entity.fields[ask.field]
    // A field this caller may not see is not sent to the browser; the form does without it.
    if (!field) return []
    const computed = field.compute !== undefined || field.aggregate !== undefined
    return [
      {
        name: ask.field,
        field: ask.cells
          ? withNeededCells(field, ask.cells, ask.required)
          : ask.without
            ? withoutCells(field, ask.without)
            : field,
        cells: ask.cells ?? besideKey(field, ask.options),
        input: ask.input,
        required: ask.required,
        requiredWhen: ask.requiredWhen,
        show: ask.show,
        default: ask.default ?? (transition.creates || ask.input ? field.default : undefined),
        options: ask.options ?? (field.type === 'ref' ? field.where : undefined),
        readOnly: ask.readOnly || computed,
        wide: ask.wide || alwaysWide.has(field.type),
        dependsOn: optionNames(ask.options ?? field.where).filter((name) => names.has(name) && name !== ask.field),
      },
    ]
  })
  const grouped = group(fields, sections)
  return {
    sections: grouped,
    fields: grouped.flatMap((section) => section.fields),
    previews: previewFields(entity, fields, transition),
    note: transition.note,
    schedule: transition.schedule,
  }
}

/** Lines of which the form says which there are: what else stands in them is filled in. */
function besideKey(field: Field, options: Rule | undefined): string[] | undefined {
  const key = field.type === 'lines' && options ? keyColumn(field) : undefined
  return key && Object.keys(field.fields ?? {}).filter((name) => name !== key.name)
}

/** Where a form fills in some columns only, it is the form that says whether they are needed. */
function withNeededCells(field: Field, cells: readonly string[], required: boolean): Field {
  const fields = Object.entries(field.fields ?? {}).map(
    ([name, cell]) => [name, { ...cell, required: required && cells.includes(name) }] as const,
  )
  return { ...field, fields: Object.fromEntries(fields) }
}

/** Without these fields of a line, and what is computed from them. */
function withoutCells(field: Field, names: readonly string[]): Field {
  const left = Object.entries(field.fields ?? {}).filter(
    ([name, cell]) => !names.includes(name) && !cell.compute?.reads.some((path) => names.includes(path)),
  )
  return { ...field, fields: Object.fromEntries(left) }
}

/** true: nothing to fill in, a question suffices. */
export const asksNothing = (form: AskedForm): boolean => form.fields.length === 0 && form.note === undefined

function group(fields: readonly AskedField[], sections: readonly Section[]): AskedSection[] {
  const left = new Map(fields.map((field) => [field.name, field]))
  const grouped = sections.flatMap((section): AskedSection[] => {
    const own = section.fields.flatMap((name) => {
      const field = left.get(name)
      left.delete(name)
      return field ? [field] : []
    })
    return own.length > 0 ? [{ title: section.title, fields: own }] : []
  })
  if (left.size > 0) grouped.push({ fields: [...left.values()] })
  return grouped
}

/** First names that an option rule reads of the form: this.x and input.x. */
function optionNames(rule: Rule | undefined): string[] {
  if (!rule) return []
  const found = new Set<string>()
  const walk = (node: Rule['node']): void => {
    switch (node.kind) {
      case 'name': {
        const first = node.path[0]
        if (first !== undefined && (node.scope === 'this' || node.scope === 'input')) found.add(first)
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
  return [...found]
}
