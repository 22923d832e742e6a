// How does a form behave while somebody fills it? One Formily form for one transition: what is shown, required, offered by default and wrong follows
// from the manifest's rules, each of which runs again only when a value that it reads has changed. It draws nothing and calls nobody.
import { createForm, isField, onFieldInputValueChange, onFormValuesChange } from '@formily/core'
import type { Field as FormilyField, Form } from '@formily/core'
import { raw, toJS } from '@formily/reactive'
import './formily'
import type { Section } from '../../manifest/app'
import { isEmpty } from '../../manifest/fields/definition'
import type { RecordData } from '../../protocol/calls'
import { askFields } from './askFields'
import type { AskedField, AskedForm } from './askFields'
import type { Draft } from './draft'
import { fieldFault, type FaultFacts } from './fieldFault'
import { createFormWorld, type FormWorld, type WorldFacts } from './formWorld'
import { keyColumn } from '../../manifest/lineRules'
import { newLine, type Line } from '../widgets/lines/lineRows'
import { offeredCodes } from './offeredCodes'
import { isFixed, knownValues, sentValues, type Values } from './formValues'
import type { Transition } from '../../manifest/app'

/** The name of the remark among the form's values; no field can have it. */
export const noteName = '_note'

export interface FormFacts extends Omit<WorldFacts, 'asked' | 'values'>, Pick<FaultFacts, 'dictionaries' | 'words'> {
  readonly transition: Transition
  readonly sections?: readonly Section[]
  readonly fill?: Values
  readonly draft?: Draft | null
  /** Finds the label of a reference of which only the id is known. */
  readonly label?: (asked: AskedField, id: number) => Promise<string | undefined>
  /** Told a moment after the person has changed something. */
  readonly changed?: () => void
}

export interface FormModel {
  readonly form: Form
  readonly asked: AskedForm
  readonly world: FormWorld
  readonly record?: RecordData
  fieldOf(name: string): FormilyField
  required(asked: AskedField): boolean
  fixed(asked: AskedField): boolean
  /** The server will fill it in: there is a default that only it can know. */
  leftToServer(asked: AskedField): boolean
  /** Names of the inputs that are wrong, in the order of the form. */
  check(): Promise<string[]>
  /** Shows the server's field errors; answers the messages that belong to no input of this form. */
  refuse(errors: Readonly<Record<string, string>>): string[]
  faulty(): string[]
  /** As they are sent. */
  values(): Record<string, unknown>
  note(): string | undefined
  draft(): Draft
  /** The record as it is by now: inputs that nobody has touched follow it. */
  renew(record: RecordData): void
}

/** A new form. `facts.draft` brings back what was typed before. */
export function createFormModel(facts: FormFacts): FormModel {
  const { entity, transition, fill = {}, draft } = facts
  const asked = askFields(entity, transition, facts.sections)
  let { record } = facts
  const names = asked.note
    ? [...asked.fields.map((field) => field.name), noteName]
    : asked.fields.map((field) => field.name)
  const known = { ...knownValues(asked.fields, record, fill), ...pick(draft?.values, names) }

  const forgotten = new Set<string>()

  const form: Form = createForm({
    values: known,
    effects() {
      onFormValuesChange(() => {
        if (form.modified) facts.changed?.()
      })
      onFieldInputValueChange('*', (field) => {
        if (field.selfErrors.length > 0) recheck(field)
        for (const dependent of asked.fields) if (dependent.dependsOn.includes(String(field.path))) forget(dependent)
      })
    },
  })
  const world = createFormWorld({
    ...facts,
    set: transition.set,
    get record() {
      return record
    },
    asked,
    values: () => form.values,
  })
  const required = (field: AskedField): boolean =>
    field.required || (field.requiredWhen !== undefined && world.holds(field.requiredWhen, false))
  const leftToServer = (field: AskedField): boolean =>
    field.default !== undefined && world.decide(field.default) === undefined
  const faultOf = (field: AskedField, value: unknown) =>
    fieldFault(value, field.field, {
      dictionaries: facts.dictionaries,
      words: facts.words,
      read: world.read,
      world: world.world,
      required: required(field) && !leftToServer(field),
    })

  for (const one of asked.fields) {
    form.createField({
      name: one.name,
      readOnly: one.readOnly || isFixed(one, fill),
      validator: [
        {
          triggerType: 'onBlur',
          validator: (value: unknown) => {
            const fault = faultOf(one, plain(value))
            tell(fieldOf(one.name), { cells: fault?.cells })
            return fault?.message ?? ''
          },
        },
      ],
      reactions: [
        (field) => {
          if (one.show) field.display = world.holds(one.show, true) ? 'visible' : 'none'
        },
        (field) => {
          if (isField(field)) offerDefault(field, one)
        },
        (field) => {
          if (isField(field)) nameReference(field, one)
        },
        (field) => {
          if (isField(field)) setOutLines(field, one)
        },
      ],
    })
  }
  if (asked.note) {
    form.createField({
      name: noteName,
      validator: [
        {
          triggerType: 'onBlur',
          validator: (value: unknown) =>
            asked.note === 'required' && isEmpty(value)
              ? facts.words().t('form.fillIn', { title: facts.words().t('form.note') })
              : '',
        },
      ],
    })
  }
  if (draft) {
    for (const name of draft.touched) if (names.includes(name)) fieldOf(name).selfModified = true
    form.modified = draft.touched.length > 0
  }

  function fieldOf(name: string): FormilyField {
    const field = form.query(name).take()
    if (!field || !isField(field)) throw new Error(`The form has no input ${name}.`)
    return field
  }

  function offerDefault(field: FormilyField, one: AskedField): void {
    // A computed value shown in its place follows what it is computed from; so does an offer that nobody has changed.
    const live = one.field.compute !== undefined || one.field.aggregate?.lines !== undefined
    if (!live && (!one.default || field.selfModified || Object.hasOwn(known, one.name) || forgotten.has(one.name)))
      return
    const value = live ? world.computed(one.field) : world.rawValue(one.default!, one.field)
    if (value !== undefined && JSON.stringify(value) !== JSON.stringify(plain(field.value) ?? null)) field.value = value
  }

  /** A line for each code that the rule offers; what was filled in stays with its code. */
  function setOutLines(field: FormilyField, one: AskedField): void {
    const key = one.field.type === 'lines' && one.options ? keyColumn(one.field) : undefined
    if (!key || !one.options) return
    const lines = (plain(field.value) ?? []) as readonly Line[]
    const codes = offeredCodes(one.options, facts.dictionaries[key.dictionary ?? ''], world)
    if (codes.length === lines.length && codes.every((code, at) => lines[at]![key.name] === code)) return
    field.value = codes.map(
      (code) =>
        lines.find((line) => line[key.name] === code) ?? {
          ...newLine(one.field.fields ?? {}, world.read, world.world),
          [key.name]: code,
        },
    )
  }

  function nameReference(field: FormilyField, one: AskedField): void {
    const id: unknown = field.value
    if (one.field.type !== 'ref' || typeof id !== 'number') return
    void facts.label?.(one, id).then((label) => {
      if (field.value === id) field.value = { id, label: label ?? `#${id}` }
    })
  }

  /** What was chosen may not fit any more. Only an offer that follows from the changed value itself is made anew. */
  function forget(dependent: AskedField): void {
    const field = fieldOf(dependent.name)
    if (isEmpty(field.value) || field.readOnly) return
    delete known[dependent.name]
    if (!dependent.default?.reads.some((path) => dependent.dependsOn.includes(path.split('.')[0] ?? '')))
      forgotten.add(dependent.name)
    field.value = null
    field.selfModified = false
  }

  function recheck(field: FormilyField): void {
    field.setSelfErrors([])
    // The errors stand at the field; the rejection only repeats them.
    void field.validate('onBlur').catch(() => undefined)
  }

  const shown = (name: string): boolean => fieldOf(name).display === 'visible'
  const faulty = (): string[] => names.filter((name) => shown(name) && fieldOf(name).selfErrors.length > 0)

  return {
    form,
    asked,
    world,
    get record() {
      return record
    },
    fieldOf,
    required,
    fixed: (field) => isFixed(field, fill),
    leftToServer,
    faulty,
    async check() {
      for (const name of names) fieldOf(name).setSelfErrors([])
      await form.validate().catch(() => undefined)
      return faulty()
    },
    refuse(errors) {
      const rest: string[] = []
      const cells = new Map<string, Record<string, string>>()
      for (const [path, message] of Object.entries(errors)) {
        const [name = '', ...cell] = path.split('.')
        if (!names.includes(name) || !shown(name)) rest.push(message)
        else if (cell.length > 0) cells.set(name, { ...cells.get(name), [cell.join('.')]: message })
        else fieldOf(name).setSelfErrors([message])
      }
      for (const [name, wrong] of cells) {
        const field = fieldOf(name)
        tell(field, { cells: wrong })
        if (field.selfErrors.length === 0)
          field.setSelfErrors([facts.words().t('form.faults', { count: Object.keys(wrong).length })])
      }
      return rest
    },
    values: () => sentValues(asked.fields, toJS(form.values) as Values, shown, transition.creates),
    note: () => (isEmpty(form.values[noteName]) ? undefined : String(form.values[noteName]).trim()),
    draft() {
      const touched = names.filter((name) => fieldOf(name).selfModified)
      return { values: pick(toJS(form.values) as Values, touched), touched }
    },
    renew(next) {
      const former = record
      record = next
      for (const { name, input } of asked.fields) {
        if (input) continue
        const field = fieldOf(name)
        const value = next.values[name] ?? null
        if (!field.selfModified) field.value = value
        else if (JSON.stringify(value) !== JSON.stringify(former?.values[name] ?? null)) tell(field, { latest: value })
      }
    },
  }
}

/** What a field's row draws besides the value: wrong cells of lines, and the value that somebody else has written meanwhile. */
export interface FieldNews {
  readonly cells?: Readonly<Record<string, string>>
  readonly latest?: unknown
}

export const newsOf = (field: FormilyField): FieldNews => (field.data as FieldNews | undefined) ?? {}

function tell(field: FormilyField, news: FieldNews): void {
  field.setData({ ...newsOf(field), ...news })
}

function plain(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? raw(value) : value
}

function pick(values: Values | undefined, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values ?? {}).filter(([name]) => names.includes(name)))
}
