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
  /** As the transition's form has it; absent if it does not. */
  readonly create?: FormField
  readonly update?: FormField
  /** The field of a line that it holds; `field` is named by its path from the record. */
  readonly line?: string
}

/** The lines of which each row of a sheet holds one. */
interface SheetLines {
  readonly field: Field
  /** The fields that identify a line. */
  readonly keys: readonly string[]
  /** The form only fills in fields of existing lines. */
  readonly isFixed: boolean
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
  if (exchange.lines !== undefined) return { ...shared, ...linesOf({ app, caller }, screen, entity) }
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

/** The key of the record, then the cells of a line that the form of `update` has. */
function linesOf(
  { app, caller }: Pick<Viewer, 'app' | 'caller'>,
  { exchange, withheldColumns }: Screen,
  entity: Entity,
): Pick<ExchangeScreen, 'update' | 'columns' | 'lines'> {
  const { key, update, lines: name } = exchange!
  const field = readableField(app, entity, name!, caller)
  const formField = transitionOf(entity, update!).form.find((item) => item.field === name)
  if (!field || !formField || withheldColumns?.includes(name!)) throw new RequestError('import_not_permitted')
  const { editOnlyFields, omitFields } = formField
  const keyColumns = key.flatMap((keyName): SheetField[] => {
    const keyField = cellField(app, caller, entity, keyName)
    return keyField ? [{ field: keyField }] : []
  })
  const cells = Object.values(field.fields ?? {}).filter(
    (cell) => !isComputed(cell) && fitsCell(cell) && canReadField(cell, caller) && !omitFields?.includes(cell.name),
  )
  const lineColumns = cells.map((cell): SheetField => {
    const path = `${name}.${cell.name}`
    const { required, requiredWhen } = cell
    const asked = { field: path, input: false, required, readOnly: false, wide: false }
    const isOpen = editOnlyFields?.includes(cell.name) !== false
    return {
      field: { ...cell, name: path },
      line: cell.name,
      ...(isOpen && { update: { ...asked, ...(requiredWhen && { requiredWhen }) } }),
    }
  })
  return {
    update: update!,
    columns: [...keyColumns, ...lineColumns],
    lines: { field, keys: field.uniqueBy ?? [], isFixed: editOnlyFields !== undefined },
  }
}

const isAsked = (formField: FormField | undefined): boolean => formField !== undefined && !formField.readOnly

function cellField(app: App, caller: Caller, entity: Entity, name: string): Field | undefined {
  const field = Object.hasOwn(entity.fields, name) ? readableField(app, entity, name, caller) : undefined
  return field && fitsCell(field) ? field : undefined
}
