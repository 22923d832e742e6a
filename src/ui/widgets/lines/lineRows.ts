// What happens to lines while a person works on them? Pure functions from lines to lines; a line is never changed in place, so that
// what is drawn can tell by identity which one is another now.
import type { Dictionary, Field } from '../../../manifest/app'
import { typedValue } from '../../../manifest/fields/typedText'
import {
  evaluate,
  evaluateAggregateOverLines,
  lineReader,
  toRaw,
  type Read,
  type World,
} from '../../../manifest/rule/evaluate'
import { decided } from '../../form/undecided'

export type Line = Readonly<Record<string, unknown>>
export type LineFields = Readonly<Record<string, Field>>

export const isComputed = (field: Field): boolean => field.compute !== undefined || field.aggregate !== undefined

/** A line with what its fields offer by default. */
export function newLine(fields: LineFields, read: Read, world: World): Line {
  const line: Record<string, unknown> = {}
  for (const field of Object.values(fields)) {
    if (!field.default) continue
    line[field.name] = toRaw(
      evaluate(field.default.node, lineReader(line, fields, read, world), world),
      field.type,
      field.scale,
    )
  }
  return line
}

/** The sum of a column in decimal text; empty where it cannot be known here. */
export function sumOf(lines: readonly Line[], field: Field, fields: LineFields, read: Read, world: World): string {
  const sum = decided(() =>
    evaluateAggregateOverLines(
      { operator: 'sum', lines: '', field: field.name, readsThis: [], type: 'number' },
      lines,
      fields,
      read,
      world,
    ),
  )
  return String(toRaw(sum ?? null, field.type, field.scale) ?? '')
}

export interface Pasted {
  readonly lines: readonly Line[]
  /** Lines that were changed or added. */
  readonly count: number
  /** Cells that were not understood. */
  readonly unread: number
  /** References to be found: line, field and the words. */
  readonly finding: readonly { readonly at: number; readonly field: Field; readonly words: string }[]
}

/** Pastes cells over the lines from one cell on, to the right and down; lines are added as needed. */
export function pasteInto(
  lines: readonly Line[],
  columns: readonly Field[],
  from: { readonly line: number; readonly column: number },
  cells: readonly (readonly string[])[],
  facts: {
    readonly dictionaries: Readonly<Record<string, Dictionary>>
    readonly zone: string
    readonly fresh: () => Line
    readonly most: number
    readonly only?: readonly string[]
  },
): Pasted {
  const next = [...lines]
  const finding: { at: number; field: Field; words: string }[] = []
  let unread = 0
  const targets = columns
    .slice(from.column)
    .filter((column) => !isComputed(column) && facts.only?.includes(column.name) !== false)
  const rows = cells.slice(0, Math.max(0, facts.most - from.line))
  for (const [down, row] of rows.entries()) {
    const at = from.line + down
    const line: Record<string, unknown> = { ...(next[at] ?? facts.fresh()) }
    for (const [right, text] of row.entries()) {
      const field = targets[right]
      if (!field) break
      const cell = typedValue(text, field, facts.dictionaries, facts.zone)
      if (!cell) unread++
      else if ('words' in cell) finding.push({ at, field, words: cell.words })
      else line[field.name] = cell.value
    }
    next[at] = line
  }
  return { lines: next, count: rows.length, unread, finding }
}
