// What is known of one order while its transition runs? The record as it will be and as it was, the form's values, and what is wrong with them.
import type { App, Ask, Field } from '../../manifest/app'
import type { Errors } from './faults'
import type { Names } from './reader'
import { noteField } from '../../manifest/derive/systemFields'
import { Subject } from './subject'
import type { Order, Orders } from './work'

/** An asked field or input. */
export interface Asking {
  readonly ask: Ask
  readonly field: Field
}

export interface Step {
  readonly order: Order
  readonly record: Subject
  /** Absent while it is created. */
  readonly before?: Subject
  /** Values of the form: inputs, and asked fields as well. */
  readonly input: Subject
  readonly names: Names
  readonly errors: Errors
  /** Asked fields that this form does not show. */
  readonly hidden: Set<string>
  readonly remark: string | null
}

/** What a transition asks, with the fields. */
export function askingOf({ entity, transition }: Pick<Orders, 'entity' | 'transition'>): Asking[] {
  return transition.asks.map((ask) => {
    const field = ask.input ? transition.inputs[ask.field] : entity.fields[ask.field]
    if (!field) throw new Error(`${entity.name}.${transition.name} asks "${ask.field}", which is no field.`)
    return { ask, field }
  })
}

export function createStep(app: App, orders: Orders, order: Order, record: Subject): Step {
  const fields: Record<string, Field> = Object.fromEntries(askingOf(orders).map(({ field }) => [field.name, field]))
  if (orders.transition.note) fields.note = noteField
  const input = new Subject(app, { name: 'input', fields }, null, {})
  const before = orders.transition.creates ? undefined : record.asStored()
  const remark = order.note?.trim() || null
  if (orders.transition.note) input.set('note', remark)
  // Without a prototype: a form may send any name.
  const errors = Object.create(null) as Errors
  return { order, record, before, input, names: { record, before, input }, errors, hidden: new Set(), remark }
}

export function isShown(step: Step, { ask }: Asking): boolean {
  return !step.hidden.has(ask.field)
}

/** The value of an asked field or input. */
export function valueOf(step: Step, { ask }: Asking): unknown {
  return (ask.input ? step.input : step.record).own(ask.field)
}

export function setValue(step: Step, { ask }: Asking, value: unknown): void {
  if (!ask.input) step.record.set(ask.field, value)
  step.input.set(ask.field, value)
}

/** A line of a lines field as a record of its own. */
export function lineOf(app: App, step: Step, field: Field, line: Readonly<Record<string, unknown>>): Subject {
  return new Subject(
    app,
    { name: `${step.record.entity.name}.${field.name}`, fields: field.fields ?? {} },
    null,
    line,
    step.record,
  )
}

export function linesIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? (value as Readonly<Record<string, unknown>>[]) : []
}
