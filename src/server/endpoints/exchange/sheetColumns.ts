// Resolves the columns of the sheet of a list for the caller, key fields first.
import { declared } from '../../../manifest/expression/values/present'
import type { SpokenLanguages } from '../../../manifest/expression/message'
import { transitionOf, type Entity } from '../../../manifest/model/entity'
import { isComputed, type Field } from '../../../manifest/model/field'
import type { Screen } from '../../../manifest/model/screen'
import type { FormField } from '../../../manifest/model/transition'
import { entityOf, type App } from '../../../manifest/model/app'
import { fitsCell } from '../../../manifest/fieldTypes/parseInput'
import { canRun } from '../../../manifest/access/permissions'
import { RequestError } from '../../../protocol/requestError'
import type { Viewer } from '../../context/callerRules'
import type { Caller } from '../../context/context'
import { canReadField, readableField } from '../../query/policy/fieldAccess'
import { openScreen } from '../contract/openScreen'

export interface SheetField {
  readonly field: Field
  /** An input of `create`, which no record keeps. */
  readonly input?: true
  /** As the transition's form, or in an exchange of lines a row of the template, has it; absent if it does not. */
  readonly create?: FormField
  readonly update?: FormField
  /** The field of a line that it holds; `field` is named by its path from the record. */
  readonly line?: string
}

/** A column of a field of a line. */
type LineColumn = SheetField & Required<Pick<SheetField, 'line'>>

/** The lines of which each row of a sheet holds one. */
export interface SheetLines {
  readonly field: Field
  readonly columns: readonly LineColumn[]
  /** The fields that identify a line. */
  readonly keys: readonly string[]
  /** The form only fills in fields of existing lines. */
  readonly isFixed: boolean
  /** The transition that writes them. */
  readonly transition: string
}

/** The screen of a sheet with what the caller may bring back. */
export interface ExchangeScreen {
  readonly screen: Screen
  readonly entity: Entity
  readonly create?: string
  readonly update?: string
  readonly key: readonly string[]
  readonly columns: readonly SheetField[]
  /** Absent: each row holds a record. */
  readonly lines?: SheetLines
  /** The language of refusals stored with rows. */
  readonly spoken: SpokenLanguages
  readonly dictionaries: App['dictionaries']
}

/**
 * @throws RequestError import_not_offered, import_not_permitted, and others as `openScreen`
 */
export function openExchange(context: Viewer, path: string): ExchangeScreen {
  const { app, caller } = context
  const screen = openScreen(context, path, ['list'])
  const { exchange } = screen
  if (!exchange || !screen.entity) throw new RequestError('import_not_offered')
  const entity = entityOf(app, screen.entity)
  const permitted = (name: string | undefined) =>
    name !== undefined && canRun(app, caller, transitionOf(entity, name)) ? name : undefined
  const [create, update] = [permitted(exchange.create), permitted(exchange.update)]
  if (create === undefined && update === undefined) throw new RequestError('import_not_permitted')
  const { product: spoken, dictionaries } = app
  const shared = { screen, entity, key: exchange.key, spoken, dictionaries }
  if (exchange.lines !== undefined && update !== undefined) {
    const lines = linesOf({ app, caller }, entity, { transition: update, name: exchange.lines })
    if (!lines || screen.withheldColumns?.includes(exchange.lines)) throw new RequestError('import_not_permitted')
    const keyColumns = exchange.key.flatMap((name): SheetField[] => {
      const field = cellField(app, caller, entity, name)
      return field ? [{ field, create: { ...sheetEntry(name), required: true } }] : []
    })
    return { ...shared, update, columns: [...keyColumns, ...lines.columns], lines }
  }
  const formOf = (name: string | undefined) =>
    new Map(
      (name === undefined ? [] : transitionOf(entity, name).form).map((formField) => [formField.field, formField]),
    )
  const inCreate = formOf(create)
  // A change is compared with its record, which keeps no inputs.
  const inUpdate = new Map([...formOf(update)].filter(([, { input }]) => !input))
  const names = new Set([...exchange.key, ...inCreate.keys(), ...inUpdate.keys()])
  const columns = [...names].flatMap((name) => {
    const input = inCreate.get(name)?.input ? declared(transitionOf(entity, create!).inputs, name) : undefined
    const field = input ? (fitsCell(input) ? input : undefined) : cellField(app, caller, entity, name)
    const isGiven = Object.hasOwn(exchange.values, name) && !inUpdate.has(name)
    if (!field || isGiven || screen.withheldColumns?.includes(name)) return []
    const isPreset = Object.hasOwn(exchange.values, name)
    return [
      {
        field,
        ...(input && { input: true as const }),
        ...(isAsked(inCreate.get(name)) && !isPreset && { create: inCreate.get(name)! }),
        ...(isAsked(inUpdate.get(name)) && { update: inUpdate.get(name)! }),
      },
    ]
  })
  const transitions = { ...(create && { create }), ...(update && { update }) }
  return { ...shared, ...transitions, columns }
}

/** The lines with the columns that the form of the transition has; undefined where the caller has none of them. */
function linesOf(
  { app, caller }: Pick<Viewer, 'app' | 'caller'>,
  entity: Entity,
  { transition, name }: { readonly transition: string; readonly name: string },
): SheetLines | undefined {
  const field = readableField(app, entity, name, caller)
  const formField = transitionOf(entity, transition).form.find((item) => item.field === name)
  if (!field || !formField) return undefined
  const { editOnlyFields, omitFields } = formField
  const keys = field.uniqueBy ?? []
  const [lineExample] = (field.example ?? []) as readonly Readonly<Record<string, unknown>>[]
  const cells = Object.values(field.fields ?? {}).filter(
    (cell) => !isComputed(cell) && fitsCell(cell) && canReadField(cell, caller) && !omitFields?.includes(cell.name),
  )
  const columns = cells.map((cell): LineColumn => {
    const { name: line, required, requiredWhen } = cell
    const path = `${name}.${line}`
    const entry = { ...sheetEntry(path), required, ...(requiredWhen && { requiredWhen }) }
    const isOpen = editOnlyFields?.includes(line) !== false
    const isFilledIn = isOpen || keys.includes(line)
    const example = cell.example ?? lineExample?.[line]
    return {
      field: { ...cell, name: path, ...(example !== undefined && { example }) },
      line,
      ...(isFilledIn && { create: entry }),
      ...(isOpen && { update: entry }),
    }
  })
  return { field, columns, keys, isFixed: editOnlyFields !== undefined, transition }
}

/** A column that a row fills in, as a form would have it. */
const sheetEntry = (field: string): FormField => ({
  field,
  input: false,
  required: false,
  readOnly: false,
  wide: false,
})

const isAsked = (formField: FormField | undefined): boolean => formField !== undefined && !formField.readOnly

function cellField(app: App, caller: Caller, entity: Entity, name: string): Field | undefined {
  const field = Object.hasOwn(entity.fields, name) ? readableField(app, entity, name, caller) : undefined
  return field && fitsCell(field) ? field : undefined
}
