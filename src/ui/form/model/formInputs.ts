// Behavior of each input: visibility, options and validation.
// A rule runs again only when a value that it reads has changed.
import { isField, type Field as FormilyField, type IFieldFactoryProps, type JSXComponent } from '@formily/core'
import { untracked } from '@formily/reactive'
import { Schema } from '@formily/react'
import type { Field } from '../../../manifest/model/field'
import type { DefaultLine } from '../../../manifest/model/transition'
import type { RefValue } from '../../../protocol/calls'
import { isEmpty } from '../../../manifest/fieldTypes/definition'
import { keyColumn } from '../../../manifest/model/lineRules'
import { newLine, type Line } from '../../inputs/lineModel/editLines'
import { followTemplate, refittedLines } from '../../inputs/lineModel/lineTemplate'
import type { FormFieldModel } from './formField'
import { formSchema } from './formSchema'
import { valueError } from '../../rules/fieldError'
import { formilyField, isLeftToServer, isRequired, noteName, plain, updateStatus, type FormParts } from './formParts'
import { isFixed } from './formValues'
import { offeredCodes } from './offeredCodes'

/** Creates the inputs at the addresses of the schema, so that rendering the schema finds them. */
export function createInputs(parts: FormParts): void {
  const { form, outline, options } = parts
  const items = new Map(outline.fields.map((item) => [item.name, item]))
  const { properties = {} } = new Schema(formSchema(outline, options.translator()))
  for (const [name, part] of Object.entries(properties)) {
    if (name === noteName) createNote(parts, part)
    else form.createVoidField({ ...part.toFieldProps(), name })
    for (const [input, schema] of Object.entries(part.properties ?? {}))
      createInput(parts, items.get(input)!, { ...schema.toFieldProps(), basePath: name })
  }
}

/** What Formily derives from the schema of an input. */
type Drawn = Omit<IFieldFactoryProps<JSXComponent, JSXComponent>, 'name'>

function createInput(parts: FormParts, item: FormFieldModel, drawn: Drawn): void {
  const { form, formScope, options } = parts
  form.createField({
    ...drawn,
    name: item.name,
    readOnly: item.readOnly || isFixed(item, options.fill ?? {}),
    validator: [
      {
        triggerType: 'onBlur',
        validator: (value: unknown) => {
          const error = errorOf(parts, item, plain(value))
          updateStatus(formilyField(form, item.name), { cells: error?.cells })
          return error?.message ?? ''
        },
      },
    ],
    reactions: [
      ...[drawn.reactions ?? []].flat(),
      (field) => {
        if (item.visibleWhen)
          field.display = formScope.holds(item.visibleWhen, { undecided: true }) ? 'visible' : 'none'
      },
      (field) => {
        if (isField(field)) offerDefault(parts, field, item)
      },
      (field) => {
        if (isField(field)) nameReference(parts, field, item)
      },
      (field) => {
        if (isField(field)) setOutLines(parts, field, item)
      },
    ],
  })
}

function createNote({ form, outline, options }: FormParts, schema: Schema): void {
  form.createField({
    ...schema.toFieldProps(),
    name: noteName,
    validator: [
      {
        triggerType: 'onBlur',
        validator: (value: unknown) =>
          outline.note === 'required' && isEmpty(value)
            ? options.translator().t('form.fillIn', { title: options.translator().t('form.note') })
            : '',
      },
    ],
  })
}

function errorOf(parts: FormParts, field: FormFieldModel, value: unknown) {
  const { options, formScope } = parts
  return valueError(value, field.field, {
    dictionaries: options.dictionaries,
    translator: options.translator,
    read: formScope.read,
    evaluationContext: formScope.evaluationContext,
    required: isRequired(parts, field) && !isLeftToServer(parts, field),
  })
}

function offerDefault(parts: FormParts, field: FormilyField, item: FormFieldModel): void {
  const { formScope, known, forgotten } = parts
  letLinesFollow(parts, item)
  // A computed value follows its sources; so does a default that the user has not changed.
  const live = item.field.compute !== undefined || item.field.aggregate?.lines !== undefined
  const hasDefault = item.default !== undefined || item.defaultLines !== undefined
  if (!live && (!hasDefault || field.selfModified || Object.hasOwn(known, item.name) || forgotten.has(item.name)))
    return
  const value = live
    ? formScope.computed(item.field)
    : item.defaultLines
      ? templateLines(parts, item, plain(field.value))
      : formScope.rawValue(item.default!, item.field)
  if (value !== undefined && !isHeld(value, plain(field.value) ?? null)) {
    field.value = value
    untracked(() => recheck(field))
  }
}

/** The lines of the template; undefined until all of their values can be decided. */
function offeredLines(
  formScope: FormParts['formScope'],
  { fields = {} }: Field,
  lines: readonly DefaultLine[],
): readonly Line[] | undefined {
  const offered = lines
    .filter(({ when }) => !when || formScope.holds(when, { undecided: false }))
    .map(({ values }) =>
      Object.fromEntries(Object.entries(values).map(([name, rule]) => [name, formScope.rawValue(rule, fields[name]!)])),
    )
  return offered.some((line) => Object.values(line).includes(undefined)) ? undefined : offered
}

/** What the template makes of the present lines; undefined without a template, or while it cannot be decided. */
export function templateLines({ formScope }: FormParts, item: FormFieldModel, value: unknown) {
  const offered = item.defaultLines && offeredLines(formScope, item.field, item.defaultLines)
  return offered && refittedLines((value ?? []) as readonly Line[], offered, item.field)
}

/** Lines of a record that are still as the template gives them go on to follow it. */
function letLinesFollow(
  { formScope, judged, ...parts }: FormParts,
  { name, field, defaultLines }: FormFieldModel,
): void {
  if (!defaultLines || judged.has(name) || !Object.hasOwn(parts.known, name)) return
  // A condition that cannot be decided yet, since a record is still read, would leave lines out of the comparison.
  if (defaultLines.some(({ when }) => when && formScope.decide(when) === undefined)) return
  const offered = offeredLines(formScope, field, defaultLines)
  if (!offered) return
  judged.add(name)
  if (followTemplate(parts.known[name] as readonly Line[], offered, field)) delete parts.known[name]
}

/** A reference given by id gets its label once `nameReference` has found it. */
const isHeld = (value: unknown, held: unknown): boolean =>
  JSON.stringify(value) === JSON.stringify(held) ||
  (typeof value === 'number' && (held as Partial<RefValue> | null)?.id === value)

/** Creates a line for each code that the rule offers; entered values stay with their code. */
function setOutLines({ options, formScope }: FormParts, field: FormilyField, item: FormFieldModel): void {
  const key = item.field.type === 'lines' && item.optionsWhere ? keyColumn(item.field) : undefined
  if (!key || !item.optionsWhere) return
  const lines = (plain(field.value) ?? []) as readonly Line[]
  const codes = offeredCodes(item.optionsWhere, options.dictionaries[key.dictionary ?? ''], formScope)
  if (codes.length === lines.length && codes.every((code, index) => lines[index]![key.name] === code)) return
  field.value = codes.map(
    (code) =>
      lines.find((line) => line[key.name] === code) ?? {
        ...newLine(item.field.fields ?? {}, formScope.read, formScope.evaluationContext),
        [key.name]: code,
      },
  )
}

function nameReference({ options }: FormParts, field: FormilyField, item: FormFieldModel): void {
  const id: unknown = field.value
  if (item.field.type !== 'ref' || typeof id !== 'number') return
  const hold = (label: string | undefined) => {
    if (field.value === id) field.value = { id, label: label ?? `#${id}` }
  }
  // Without an answer the id is shown.
  options.label?.(item, id).then(hold, () => hold(undefined))
}

/** Clears a value that may no longer fit. A default is restored only if it depends on the changed value. */
export function forget({ form, known, forgotten }: FormParts, dependent: FormFieldModel): void {
  const field = formilyField(form, dependent.name)
  if (isEmpty(field.value) || field.readOnly) return
  delete known[dependent.name]
  if (!dependent.default?.readPaths.some((path) => dependent.dependsOn.includes(path.split('.')[0] ?? '')))
    forgotten.add(dependent.name)
  field.value = null
  field.selfModified = false
}

/** Clears the cells that may no longer fit, and removes the lines that have no others. */
export function forgetCells({ form }: FormParts, { name, columnsDependOn }: FormFieldModel, changed: string): void {
  const columns = Object.keys(columnsDependOn).filter((column) => columnsDependOn[column]!.includes(changed))
  if (columns.length === 0) return
  const field = formilyField(form, name)
  if (isEmpty(field.value) || field.readOnly) return
  const cleared = Object.fromEntries(columns.map((column) => [column, null]))
  const left = (plain(field.value) as readonly Line[])
    .map((line) => ({ ...line, ...cleared }))
    .filter((line) => Object.values(line).some((value) => !isEmpty(value)))
  field.value = left.length > 0 ? left : null
}

/** Revalidates an input that is invalid. */
export function recheck(field: FormilyField): void {
  if (field.selfErrors.length === 0) return
  field.setSelfErrors([])
  // The field shows its errors; the rejection only repeats them.
  void field.validate('onBlur').catch(() => undefined)
}
