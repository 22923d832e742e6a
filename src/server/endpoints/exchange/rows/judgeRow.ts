// Judges rows by a dry run of their transitions: what is refused, and what goes along with an edit.
import { textOf, type LocalizableText } from '../../../../manifest/expression/message'
import type { Field } from '../../../../manifest/model/field'
import type { Text } from '../../../../manifest/model/text'
import { RequestError } from '../../../../protocol/requestError'
import { joined, phrase } from '../../../context/phrases'
import type { DryRun } from '../../../mutation/dryRuns'
import type { RequestContext } from '../../contract/operation'
import { isSameText } from '../exchangeCells'
import type { CheckedRow, GivenRow, StoredCell, StoredRow } from '../imports'
import type { ExchangeScreen } from '../sheetColumns'
import type { Compared } from './compared'
import { withoutContested } from './contested'
import { offeredExample } from './recordNames'
import {
  isCertain,
  mergeCells,
  missingReferences,
  refuseHiddenCells,
  sameTitle,
  withError,
  withFurtherErrors,
} from './rowErrors'
import { dryRunOf } from './tryRows'

/** What becomes of a row by a dry run of its transition; `dryRun`: the one that was made of it already. */
export async function judgeRow(
  context: RequestContext,
  compared: Compared,
  checked: CheckedRow,
  { given, dryRun: tried }: Pick<StoredRow, 'given'> & { readonly dryRun: DryRun | undefined },
): Promise<CheckedRow> {
  if (!checked.plan) return checked
  const { exchange } = compared
  const wrong = exchange.columns.filter(({ field }) =>
    checked.cells.some((cell) => cell.error && sameTitle(field, cell)),
  )
  const { id } = checked.plan
  const unread = wrong.flatMap(({ field, create, update }) =>
    (id === undefined ? create : update) ? [field.name] : [],
  )
  const dryRun = tried ?? (await dryRunOf(context, exchange, checked, unread))
  const taken = await takenReferences(context, compared, checked.plan, { given, dryRun })
  const cells = { texts: given.texts, taken }
  if (wrong.length > 0) return isCertain(dryRun, unread) ? withFurtherErrors(exchange, checked, dryRun, cells) : checked
  if (dryRun instanceof RequestError && dryRun.key === 'too_many_lookups')
    return { ...checked, state: 'refused', message: textOf(phrase('import_row_unchecked'), exchange.spoken) }
  const judged: CheckedRow =
    dryRun instanceof RequestError
      ? { ...checked, ...withError(exchange, checked, dryRun, cells), state: 'refused' }
      : withChanges(context, compared, checked, { given, dryRun })
  if (checked.state !== 'conflict') return judged
  const others = await judgeOthers(context, compared, checked, given)
  if (judged.state === 'refused')
    return others?.state === 'update'
      ? {
          ...others,
          message: textOf(phrase('import_contested_refused', { problem: problemOf(judged) }), exchange.spoken),
        }
      : judged
  if (others?.state !== 'refused') return judged
  const needed = phrase('import_contested_needed', { problem: problemOf(others) })
  return { ...judged, message: textOf(joined('sequence', [...presentOf(judged.message), needed]), exchange.spoken) }
}

/** Some names for each required reference that a row leaves empty, by field; of the first rows of a batch only. */
async function takenReferences(
  context: RequestContext,
  { exchange, examples }: Compared,
  { transition, id, values }: NonNullable<CheckedRow['plan']>,
  { given, dryRun }: Pick<StoredRow, 'given'> & { readonly dryRun: DryRun | RequestError },
): Promise<ReadonlyMap<string, LocalizableText>> {
  const taken = new Map<string, LocalizableText>()
  if (!(dryRun instanceof RequestError)) return taken
  const record = id === undefined ? {} : { id }
  for (const { name: field } of missingReferences(exchange, dryRun, given)) {
    if (examples.left-- <= 0) break
    const request = { entity: exchange.entity.name, transition, field, input: values, ...record }
    const example = await offeredExample(context, request)
    if (example) taken.set(field, example)
  }
  return taken
}

/** What becomes of a row whose transition is not refused. */
export function withChanges(
  context: RequestContext,
  compared: Compared,
  checked: CheckedRow,
  { given, dryRun }: Pick<StoredRow, 'given'> & { readonly dryRun: DryRun },
): CheckedRow {
  const { exchange } = compared
  const visible = refuseHiddenCells(exchange, checked, dryRun, given)
  if (checked.plan?.id === undefined || visible !== checked) return visible
  const cleared = clearedCells(context, compared, checked, { given, dryRun })
  const cells = mergeCells(checked.cells, cleared)
  if (cleared.some(({ error }) => error)) return { ...checked, state: 'refused', cells }
  return { ...checked, cells, before: oldValues(exchange, dryRun) }
}

/** The row without its contested cells, which its user may leave alone; undefined where nothing else is edited. */
async function judgeOthers(
  context: RequestContext,
  compared: Compared,
  checked: CheckedRow,
  given: GivenRow,
): Promise<CheckedRow | undefined> {
  const others = withoutContested(checked)
  return others && judgeRow(context, compared, others, { given, dryRun: undefined })
}

/** Why a row is refused, as part of a sentence. */
function problemOf({ cells, message }: CheckedRow): LocalizableText {
  const errors = cells.flatMap(({ error }) => presentOf(error))
  return joined('sequence', errors.length > 0 ? errors : presentOf(message))
}

const presentOf = (text: Text | undefined): readonly Text[] => (text ? [text] : [])

/**
 * What goes with the answer that it belongs to, whether the file still contains it or not: the preview shows it, and
 * refuses to clear what another user has changed, or what the user of the file has left as it is.
 */
function clearedCells(
  { app }: RequestContext,
  { exchange, byId, cellText }: Compared,
  { plan, cells }: CheckedRow,
  { given, dryRun }: Pick<StoredRow, 'given'> & { readonly dryRun: DryRun },
): StoredCell[] {
  const record = byId.get(plan?.id ?? 0)
  const isCleared = ({ name }: Field) =>
    dryRun.hidden.has(name) && Object.hasOwn(dryRun.changes, name) && dryRun.changes[name]!.after === null
  return exchange.columns.flatMap(({ field }): StoredCell[] => {
    if (!record || !plan || !isCleared(field) || Object.hasOwn(plan.values, field.name)) return []
    const edited = cells.find((cell) => sameTitle(field, cell))
    const [base, now] = [given.base?.[field.name], cellText(record, field)]
    const isChanged = base !== undefined && !isSameText(app, field, now, base)
    const error = (isChanged || edited?.kept) && textOf(phrase('import_cell_cleared'), exchange.spoken)
    return [{ title: field.title, file: edited?.file ?? '', now, ...(error && { base, error }) }]
  })
}

/** The values that a change replaces, if the caller may restore them. */
function oldValues({ columns }: ExchangeScreen, { changes }: DryRun): NonNullable<CheckedRow['before']> {
  const writable = columns.flatMap(({ field: { name }, update }) => (update ? [name] : []))
  return Object.fromEntries(
    writable.flatMap((name) => (Object.hasOwn(changes, name) ? [[name, changes[name]!.before]] : [])),
  )
}
