// Operations on lines as pure functions from lines to lines.
// A line is never changed in place, so that rendering can compare lines by identity.
import { isComputed } from '../../../manifest/model/field'
import type { Dictionary } from '../../../manifest/model/app'
import type { Field } from '../../../manifest/model/field'
import type { Rule } from '../../../manifest/model/rule'
import { numberColumn } from '../../../manifest/model/lineRules'
import { parseInput } from '../../../manifest/fieldTypes/parseInput'
import { evaluate, type Read, type EvaluationContext } from '../../../manifest/expression/evaluate'
import { lineReader } from '../../../manifest/expression/evaluateLines'
import { isNumberType } from '../../../manifest/expression/values/valueTypes'
import { toRaw } from '../../../manifest/expression/values/value'
import { orUnknown } from '../../rules/unknownValue'

export type Line = Readonly<Record<string, unknown>>
export type LineFields = Readonly<Record<string, Field>>
/** What the rules of a line read: the form and its context. */
export interface LineScope {
  readonly read: Read
  readonly evaluationContext: EvaluationContext
}

/** A line with the defaults of its fields that can be evaluated here. */
export function newLine(fields: LineFields, read: Read, environment: EvaluationContext): Line {
  const line: Record<string, unknown> = {}
  for (const field of Object.values(fields)) {
    const value = defaultCell(field, line, fields, { read, evaluationContext: environment })
    if (value !== undefined) line[field.name] = value
  }
  return line
}

/** The default of a cell; undefined if it has none or it cannot be evaluated here. */
export function defaultCell(
  field: Field,
  line: Line,
  fields: LineFields,
  { read, evaluationContext }: LineScope,
): unknown {
  const node = field.default?.node
  if (!node) return undefined
  return orUnknown(() => {
    const reader = lineReader(line, fields, read, evaluationContext)
    // An unchanged reference keeps its label.
    if (field.type === 'ref' && node.kind === 'name') return reader(node.scope, node.path) ?? null
    return toRaw(evaluate(node, reader, evaluationContext), field.type, field.scale)
  })
}

/**
 * The line with other values in `cells`. Cells that still have their default follow; one whose new default cannot be
 * evaluated yet is left out, as the server fills in what is missing.
 */
export function editedLine(line: Line, cells: Line, fields: LineFields, scope: LineScope): Line {
  const next: Record<string, unknown> = { ...line, ...cells }
  const changed = new Set(Object.keys(cells))
  for (const field of Object.values(fields)) {
    if (!field.default || Object.hasOwn(cells, field.name) || !readsCell(field.default, changed, fields)) continue
    const former = defaultCell(field, line, fields, scope)
    const present = defaultCell(field, next, fields, scope)
    const value = line[field.name]
    if (isSame(former, present) || (value !== undefined && !isSame(value, former))) continue
    changed.add(field.name)
    if (present === undefined) delete next[field.name]
    else next[field.name] = present
  }
  return next
}

/** Whether a rule reads one of these cells, or a computed one, which may read them. */
const readsCell = ({ readPaths }: Rule, names: ReadonlySet<string>, fields: LineFields): boolean =>
  readPaths.some((path) => {
    const [name = ''] = path.split('.')
    const field = fields[name]
    return names.has(name) || (field !== undefined && isComputed(field))
  })

const isSame = (value: unknown, other: unknown): boolean => JSON.stringify(value) === JSON.stringify(other)

/** A copy of a line without its unique number. */
export function copyLine(line: Line, field: Field): Line {
  const name = numberColumn(field)?.name
  return name === undefined ? { ...line } : { ...line, [name]: null }
}

interface PasteResult {
  readonly lines: readonly Line[]
  /** Lines that were changed or added. */
  readonly count: number
  readonly unread: readonly PastedCell[]
  /** References to look up by their label. */
  readonly finding: readonly PastedCell[]
}

/** The text that was pasted into a cell of a line. */
export interface PastedCell {
  readonly line: number
  readonly field: Field
  readonly text: string
}

/** Cells of a spreadsheet, and the line and column of the first one. */
export interface PastedCells {
  readonly cells: readonly (readonly string[])[]
  readonly line: number
  readonly column: number
}

/**
 * Pastes cells over the lines, to the right and down from line and column; adds lines as needed. No cell keeps its
 * former value: an uninterpretable one gets the text if its type is typed as text, else becomes empty.
 */
export function pasteInto(
  lines: readonly Line[],
  columns: readonly Field[],
  from: PastedCells,
  options: {
    readonly dictionaries: Readonly<Record<string, Dictionary>>
    readonly zone: string
    readonly fresh: () => Line
    readonly maxLines: number
    readonly only?: readonly string[]
  },
): PasteResult {
  const next = [...lines]
  const [finding, unread]: [PastedCell[], PastedCell[]] = [[], []]
  const targets = columns
    .slice(from.column)
    .filter((column) => !isComputed(column) && options.only?.includes(column.name) !== false)
  const rows = from.cells.slice(0, Math.max(0, options.maxLines - from.line))
  for (const [down, row] of rows.entries()) {
    const position = from.line + down
    const line: Record<string, unknown> = { ...(next[position] ?? options.fresh()) }
    for (const [right, text] of row.entries()) {
      const field = targets[right]
      if (!field) break
      const cell = parseInput(text, field, options.dictionaries, options.zone)
      const isRead = cell !== undefined && 'value' in cell
      if (!isRead) (cell ? finding : unread).push({ line: position, field, text })
      line[field.name] = isRead ? cell.value : isNumberType(field.type) ? text : null
    }
    next[position] = line
  }
  return { lines: next, count: rows.length, unread, finding }
}
