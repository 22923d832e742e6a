// Decides which contested cells of an import are written.
import sql, { type Sql } from 'sql-template-tag'
import type { ConfirmImportRequest } from '../../../../protocol/exchange/exchangeCalls'
import { cellsOfConflicts, contestedField as field, isContested, type CheckedRow } from '../imports'

/**
 * Removes the contested cells that are not chosen from what rows in conflict will write, and keeps the row if nothing
 * is left. Rows of earlier versions have no fields of their cells: they are written as a whole or not at all.
 */
export const decideContestedSql = (
  id: number,
  overwrite: ConfirmImportRequest['overwrite'],
): Sql => sql`UPDATE "_importRow" AS r
  SET "cells" = d."cells",
    "plan" = jsonb_set(r."plan", '{values}', (r."plan" -> 'values') - d."left"),
    "before" = r."before" - d."left",
    "state" = CASE WHEN d."unnamed" OR (r."plan" -> 'values') - d."left" = '{}'::jsonb THEN 'kept' ELSE 'update' END
  FROM (
    SELECT "row", jsonb_agg("cell" || CASE WHEN "isKept" THEN '{"kept": true}'::jsonb ELSE '{}' END ORDER BY "place")
        AS "cells",
      COALESCE(array_agg("cell" ->> 'field') FILTER (WHERE "isKept" AND "cell" ? 'field'), '{}') AS "left",
      bool_or("isKept" AND NOT "cell" ? 'field') AS "unnamed"
    FROM (SELECT r."row", c."cell", c."place", ${isContested} AND NOT ${isOverwritten(overwrite)} AS "isKept"
      FROM ${cellsOfConflicts(id)}) AS "each"
    GROUP BY "row") AS d
  WHERE r."import" = ${id} AND r."row" = d."row"`

function isOverwritten(overwrite: ConfirmImportRequest['overwrite']): Sql {
  if (typeof overwrite === 'boolean') return overwrite ? sql`TRUE` : sql`FALSE`
  const { columns, cells } = overwrite
  const others = cells.map(({ row, field: name }) => `${row} ${name}`)
  return sql`(COALESCE(${field}, '') = ANY(${[...columns]}::text[])
    <> (concat_ws(' ', r."row", ${field}) = ANY(${others}::text[])))`
}

/** The row without its contested cells, if it edits others. */
export function withoutContested(checked: CheckedRow): CheckedRow | undefined {
  const { plan, cells } = checked
  if (!plan) return undefined
  const contested = cells.flatMap(({ field: name }) => (name !== undefined && name in plan.values ? [name] : []))
  if (contested.length === 0) return undefined
  const values = Object.fromEntries(Object.entries(plan.values).filter(([name]) => !contested.includes(name)))
  if (Object.keys(values).length === 0) return undefined
  const marked = cells.map((cell) => (cell.contested ? { ...cell, kept: true as const } : cell))
  return { ...checked, state: 'update', plan: { ...plan, values }, cells: marked }
}
