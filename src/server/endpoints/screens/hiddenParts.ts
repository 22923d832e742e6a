// Preserves the parts of a saved view that the account saving it again cannot see.
import { jsonIn } from '../../../manifest/json/jsonText'
import { RequestError } from '../../../protocol/requestError'
import { changeView, columnsOf, filterPrefix, type SavedPart, type StoredView } from '../../../protocol/screenCalls'

/** The view with the parts of its former value that are hidden from the account, each in its place. */
export function withHiddenParts(
  view: StoredView,
  before: StoredView,
  isHidden: (part: SavedPart) => boolean,
): StoredView {
  const hidden = changeView(before, (part) => (isHidden(part) ? part.name : undefined))
  const seen = changeView(before, (part) => (isHidden(part) ? undefined : part.name))
  const columns = withHiddenColumns(columnsOf(view.choice), columnsOf(before.choice) ?? [], columnsOf(hidden.choice))
  const titles = { ...hidden.titles, ...view.titles }
  return {
    ...view,
    query: withHiddenSorts(withHiddenQuery(view.query, hidden.query), before.query, seen.query),
    ...(columns && { choice: { ...(view.choice as object | undefined), columns } }),
    ...(Object.keys(titles).length > 0 && { titles }),
  }
}

/** An order that the account did not change is the former one, hidden columns among those it saw included. */
function withHiddenSorts(query: string, before: string, seen: string): string {
  const written = new URLSearchParams(query)
  const former = new URLSearchParams(before).get('sort')
  if (former !== null && written.get('sort') === new URLSearchParams(seen).get('sort')) written.set('sort', former)
  return written.toString()
}

/** A grouping or tab of the new view takes the place of a hidden one; conditions are added. */
function withHiddenQuery(query: string, hidden: string): string {
  const written = new URLSearchParams(query)
  const isGrouped = written.has('group')
  for (const [key, text] of new URLSearchParams(hidden)) {
    if (key === 'where') written.set(key, withHiddenConditions(written.get(key), text))
    else if (key === 'group' || key === 'folded' ? !isGrouped : isSingle(key) && !written.has(key))
      written.set(key, text)
  }
  return written.toString()
}

const isSingle = (key: string) => key === 'tab' || key.startsWith(filterPrefix)

/** `["all", …]` as in the address; the new view decides how they are combined. */
function withHiddenConditions(written: string | null, hidden: string): string {
  if (written === null) return hidden
  const [, ...leaves] = conditionsIn(hidden)
  return JSON.stringify([...conditionsIn(written), ...leaves])
}

/** @throws RequestError parameters_invalid: pages send valid ones, but a program may send anything */
function conditionsIn(text: string): unknown[] {
  const conditions = jsonIn(text)
  if (!Array.isArray(conditions)) throw new RequestError('parameters_invalid')
  return conditions
}

type Columns = readonly { readonly field: string }[]

/** Each hidden column follows the nearest preceding column that is still there. */
function withHiddenColumns(columns: Columns | undefined, before: Columns, hidden: Columns = []): Columns | undefined {
  if (hidden.length === 0) return columns
  const placed = [...(columns ?? [])]
  const hiddenFields = new Set(hidden.map(({ field }) => field))
  for (const [position, column] of before.entries()) {
    if (!hiddenFields.has(column.field) || placed.some(({ field }) => field === column.field)) continue
    const former = before.slice(0, position).findLast(({ field }) => placed.some((other) => other.field === field))
    placed.splice(placed.findIndex(({ field }) => field === former?.field) + 1, 0, column)
  }
  return placed
}
