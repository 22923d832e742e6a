// Reads the cells of a row: what the file changes in them, and the values of their texts.
import { firstItem } from '../../../../manifest/expression/values/present'
import { referencedEntity, type Field } from '../../../../manifest/model/field'
import { textOf, type LocalizableText } from '../../../../manifest/expression/message'
import type { Text } from '../../../../manifest/model/text'
import type { Value } from '../../../../protocol/calls'
import { joined, phrase } from '../../../context/phrases'
import type { RequestContext } from '../../contract/operation'
import { isSameText, readExchangeCell } from '../exchangeCells'
import type { GivenRow, StoredCell } from '../imports'
import type { ExchangeScreen, SheetField } from '../sheetColumns'
import type { Compared } from './compared'
import { offeredRecord, unknownName, unknownWithExamples } from './recordNames'

/** Cells whose value is in another one: it may be meant for them too, or they may be meant to be empty. */
export function mergedCells({ columns, spoken }: ExchangeScreen, { merged, texts }: GivenRow): StoredCell[] {
  return columns.flatMap(({ field: { name, title } }) => {
    const cell = merged?.[name]
    const error = cell && textOf(phrase('import_cell_merged', { cell }), spoken)
    return error ? [{ title, file: texts[name] ?? '', error }] : []
  })
}

/** Whether a reference is meant that the record has already, in other words. */
export const refersTo = (present: Value | undefined, id: unknown): boolean =>
  typeof present === 'object' && present !== null && 'id' in present && present.id === id

/** The cell of a field if the file changes what the record has `now`; undefined for an untouched one. */
export function editedCell(
  { app }: RequestContext,
  { id, exportedAs, texts, base: bases }: Pick<GivenRow, 'id' | 'exportedAs' | 'texts' | 'base'>,
  field: Field,
  now: string,
): StoredCell | undefined {
  const file = texts[field.name]
  const base = bases?.[field.name]
  if (file === undefined || (base === undefined && file === '')) return undefined
  if (isSameText(app, field, file, now) || (base !== undefined && isSameText(app, field, file, base))) return undefined
  const isExported = id !== undefined || exportedAs !== undefined
  // Without the exported text, an untouched cell that a colleague has changed looks like one that was edited.
  const contested = base === undefined ? isExported : !isSameText(app, field, now, base)
  return {
    title: field.title,
    file,
    now,
    ...(contested && { contested, field: field.name, ...(base !== undefined && { base }) }),
  }
}

/** What the user should know of a change: the file lacks the exported values, or the record has changed `since`. */
export function changeWarnings(
  { spoken }: ExchangeScreen,
  cells: readonly StoredCell[],
  since: LocalizableText | undefined,
): Text | undefined {
  const isUnknown = cells.some(({ contested, base }) => contested && base === undefined)
  const warnings = [isUnknown && phrase('import_originals_unknown'), cells.length > 0 && since].filter(
    (warning) => warning !== undefined && warning !== false,
  )
  return warnings.length > 0 ? textOf(joined('sequence', warnings), spoken) : undefined
}

interface CellRequest {
  readonly column: SheetField
  readonly text: string
  /** The values of the cells before it. */
  readonly values: Readonly<Record<string, unknown>>
  readonly transition: string
  readonly id?: number
}

/** The value of the text of a cell, or why it has none; a reference as the form of the transition offers it. */
export async function valueIn(
  context: RequestContext,
  { exchange: { entity }, named, offered, examples }: Compared,
  { column: { field, create, update }, text, values, transition, id }: CellRequest,
): Promise<{ readonly value: unknown } | { readonly wrong: LocalizableText }> {
  const read = readExchangeCell(context.app, field, text)
  if (!('searchText' in read)) return read
  const ids = named.get(referencedEntity(field))?.get(text) ?? []
  if (ids.length === 1) return { value: firstItem(ids) }
  const { optionsWhere } = (id === undefined ? create : update) ?? {}
  const dependsOnForm = optionsWhere !== undefined || context.caller.scope === 'all'
  const request = { entity: entity.name, transition, field: field.name, input: values, ...(id !== undefined && { id }) }
  const key = JSON.stringify([transition, field.name, text, dependsOnForm ? [id, values] : []])
  const lookUp = async () => {
    if (ids.length > 0) return offeredRecord(context, request, text, ids)
    return examples.left-- > 0
      ? unknownWithExamples(context, request, field, text)
      : { wrong: unknownName(field, text) }
  }
  const reading = offered.get(key) ?? lookUp()
  offered.set(key, reading)
  const answer = await reading
  return 'value' in answer ? { value: answer.value.id } : answer
}
