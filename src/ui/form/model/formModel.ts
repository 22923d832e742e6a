// The model of a transition's form, on one Formily form:
// visibility, requiredness, defaults and errors. All follow from the manifest's rules, which rerun only when a value
// that they read has changed. Draws nothing and sends no call.
import {
  createForm,
  onFieldInputValueChange,
  onFormInputChange,
  type Form,
  type Field as FormilyField,
} from '@formily/core'
import { toJS } from '@formily/reactive'
import './formilyLanguage'
import { isEmpty } from '../../../manifest/fieldTypes/definition'
import type { RecordData } from '../../../protocol/calls'
import type { Line } from '../../inputs/lineModel/editLines'
import { followTemplate } from '../../inputs/lineModel/lineTemplate'
import { layoutForm } from './layoutForm'
import type { FormFieldModel, FormOutline } from './formField'
import type { FormDraft } from './draft'
import { createInputs, forget, forgetCells, recheck, templateLines } from './formInputs'
import {
  formilyField,
  isLeftToServer,
  isRequired,
  noteName,
  plain,
  updateStatus,
  type FormModelOptions,
  type FormParts,
  fieldStatus,
} from './formParts'
import { isFixed, knownValues, sentValues, type Values } from './formValues'
import { createFormScope, type FormScope } from './formScope'

export interface FormModel {
  readonly form: Form
  readonly outline: FormOutline
  readonly formScope: FormScope
  readonly record?: RecordData
  fieldOf(name: string): FormilyField
  required(formField: FormFieldModel): boolean
  fixed(formField: FormFieldModel): boolean
  /** The server fills it in: only the server knows the default. */
  leftToServer(formField: FormFieldModel): boolean
  /** The lines as their template now gives them, if they differ. */
  refitted(formField: FormFieldModel): readonly Line[] | undefined
  /** Names of the invalid inputs, in the order of the form. */
  check(): Promise<string[]>
  /** Shows the server's field errors; returns the messages that belong to no input of this form. */
  refuse(errors: Readonly<Record<string, string>>): string[]
  invalid(): string[]
  /** Number of errors; each cell of a line counts. */
  errorCount(): number
  /** What the user reads at the first error, in the order of the form. */
  firstError(): string | undefined
  /** The values to send. */
  values(): Record<string, unknown>
  note(): string | undefined
  draft(): FormDraft
  /** Takes over the current record: inputs that the user has not changed follow it. */
  renew(record: RecordData): void
}

/** Creates a form. `options.draft` restores earlier input. */
export function createFormModel(options: FormModelOptions): FormModel {
  let { record } = options
  const parts = createParts(options, () => record)
  const { form, outline, formScope, names } = parts
  createInputs(parts)
  if (options.draft) restore(parts, options.draft)
  const isVisible = (name: string): boolean => formilyField(form, name).display === 'visible'
  const invalid = (): string[] =>
    names.filter((name) => isVisible(name) && formilyField(form, name).selfErrors.length > 0)
  return {
    form,
    outline,
    formScope,
    get record() {
      return record
    },
    fieldOf: (name) => formilyField(form, name),
    required: (field) => isRequired(parts, field),
    fixed: (field) => isFixed(field, options.fill ?? {}),
    leftToServer: (field) => isLeftToServer(parts, field),
    refitted: (field) => refittedOf(parts, field),
    invalid,
    errorCount: () =>
      invalid().reduce(
        (sum, name) => sum + Math.max(1, Object.keys(fieldStatus(formilyField(form, name)).cells ?? {}).length),
        0,
      ),
    firstError() {
      const [first] = invalid()
      if (first === undefined) return undefined
      const field = formilyField(form, first)
      return Object.values(fieldStatus(field).cells ?? {})[0] ?? String(field.selfErrors[0])
    },
    async check() {
      for (const name of names) formilyField(form, name).setSelfErrors([])
      await form.validate().catch(() => undefined)
      return invalid()
    },
    refuse: (errors) => showErrors(parts, errors, isVisible),
    values: () =>
      sentValues(
        outline.fields,
        toJS(form.values) as Values,
        isVisible,
        (field) => options.transition.creates && !isCleared(parts, field),
      ),
    note: () => (isEmpty(form.values[noteName]) ? undefined : String(form.values[noteName]).trim()),
    draft() {
      const touched = names.filter((name) => formilyField(form, name).selfModified)
      const values = Object.entries(pick(form.values as Values, touched)).map(([name, value]) => [name, plain(value)])
      return { values: Object.fromEntries(values), touched }
    },
    renew(next) {
      const former = record
      record = next
      follow(parts, next, former)
    },
  }
}

function createParts(options: FormModelOptions, record: () => RecordData | undefined): FormParts {
  const { entity, transition, fill = {}, draft } = options
  const formOutline = layoutForm(entity, transition, options.sections)
  const inputs = formOutline.fields.map((field) => field.name)
  const names = formOutline.note ? [...inputs, noteName] : inputs
  const initial = {
    ...knownValues(formOutline.fields, record(), fill, transition.emptyFields),
    ...pick(draft?.values, names),
  }
  const form: Form = createForm({
    values: initial,
    effects() {
      // Not the value's change event: at the first one Formily does not count the form as modified yet.
      onFormInputChange(() => options.changed?.())
      onFieldInputValueChange('*', (field) => {
        recheck(field)
        for (const dependent of formOutline.fields)
          if (dependent.dependsOn.includes(String(field.path))) forget(parts, dependent)
          else forgetCells(parts, dependent, String(field.path))
      })
    },
  })
  stopWatching(form)
  const formScope = createFormScope({
    ...options,
    set: transition.set,
    ...(transition.creates && { firstState: transition.to }),
    get record() {
      return record()
    },
    outline: formOutline,
    values: () => form.values,
  })
  const parts: FormParts = {
    options,
    form,
    outline: formOutline,
    formScope,
    names,
    known: initial,
    forgotten: new Set(),
    judged: new Set(),
  }
  return parts
}

/**
 * Disposes of Formily's observers of whole values and initial values, which are unused: they would notify every form of
 * each change in any other, and keep discarded forms in memory.
 */
function stopWatching({ disposers }: Form): void {
  for (const dispose of disposers.splice(0)) dispose()
}

/** The user has cleared this input's default, so the server must not fill it in. */
function isCleared(parts: FormParts, field: FormFieldModel): boolean {
  const { form, forgotten } = parts
  if (field.default === undefined || isLeftToServer(parts, field)) return false
  return forgotten.has(field.name) || formilyField(form, field.name).selfModified
}

/** The lines that the template gives, unless the present ones agree with it or it gives none. */
function refittedOf(parts: FormParts, item: FormFieldModel): readonly Line[] | undefined {
  const value = plain(formilyField(parts.form, item.name).value)
  const lines = templateLines(parts, item, value)
  if (!lines || lines.length === 0) return undefined
  return followTemplate((value ?? []) as readonly Line[], lines, item.field) ? undefined : lines
}

/** Marks restored inputs as changed. */
function restore({ form, names }: FormParts, draft: FormDraft): void {
  for (const name of draft.touched) if (names.includes(name)) formilyField(form, name).selfModified = true
  form.modified = draft.touched.length > 0
}

/** Shows errors of the server at their inputs; returns those that belong to none. */
function showErrors(
  { form, names, options }: FormParts,
  errors: Readonly<Record<string, string>>,
  isVisible: (name: string) => boolean,
): string[] {
  const rest: string[] = []
  const cells = new Map<string, Record<string, string>>()
  for (const [path, message] of Object.entries(errors)) {
    const [name = '', ...cell] = path.split('.')
    if (!names.includes(name) || !isVisible(name)) rest.push(message)
    else if (cell.length > 0) cells.set(name, { ...cells.get(name), [cell.join('.')]: message })
    else formilyField(form, name).setSelfErrors([message])
  }
  for (const [name, wrong] of cells) {
    const field = formilyField(form, name)
    updateStatus(field, { cells: wrong })
    if (field.selfErrors.length === 0)
      field.setSelfErrors([options.translator().t('form.errors', { count: Object.keys(wrong).length })])
  }
  return rest
}

/** Inputs that the user has not changed follow the current record; the others show its new value beside their own. */
function follow({ form, outline }: FormParts, next: RecordData, former: RecordData | undefined): void {
  for (const { name, input } of outline.fields) {
    if (input) continue
    const field = formilyField(form, name)
    const value = next.values[name] ?? null
    if (!field.selfModified) field.value = value
    else if (JSON.stringify(value) !== JSON.stringify(former?.values[name] ?? null))
      updateStatus(field, { latest: value })
  }
}

function pick(values: Values | undefined, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values ?? {}).filter(([name]) => names.includes(name)))
}
