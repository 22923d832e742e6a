// Reads a page of an import's rows, with every filled cell of new ones.
// Only wrong cells are stored.
import { screenAt } from '../../../../manifest/access/screenByPath'
import { declared } from '../../../../manifest/expression/values/present'
import { entityOf, type App } from '../../../../manifest/model/app'
import { isSameTitle } from '../../../../manifest/model/text'
import type { ImportRowsAnswer, ImportRowsRequest, ImportRowState } from '../../../../protocol/exchange/exchangeCalls'
import type { Context } from '../../../context/context'
import { rowOf, rowsIn, type StoredCell, type StoredRow } from '../imports'

const rowsPerPage = 50

/** In the caller's language. */
export async function readImportRows(
  context: Pick<Context, 'query' | 'app' | 'caller'>,
  screen: string,
  { import: id, states, after }: ImportRowsRequest,
): Promise<ImportRowsAnswer> {
  const rows = await rowsIn(context, id, states, { after, limit: rowsPerPage + 1 })
  return {
    rows: rows
      .slice(0, rowsPerPage)
      .map((row) => rowOf(context, { ...row, cells: cellsToRead(context.app, screen, row) })),
    more: rows.length > rowsPerPage,
  }
}

/** States in which all cells of a new row matter; a refused row is about its wrong cells. */
const addingStates: ReadonlySet<ImportRowState> = new Set([
  'create',
  'repeated',
  'created',
  'voided',
  'wentOn',
  'notTakenBack',
])

function cellsToRead(app: App, screen: string, { state, plan, given, cells }: StoredRow): readonly StoredCell[] {
  const entityName = screenAt(app, screen)?.entity
  if (!plan || plan.id !== undefined || !addingStates.has(state) || entityName === undefined) return cells
  const { transitions, fields } = entityOf(app, entityName)
  const transition = transitions[plan.transition]
  // The manifests may have changed since.
  if (!transition) return cells
  const filled = transition.form.flatMap(({ field, input }): StoredCell[] => {
    const file = given.texts[field] ?? ''
    return file === '' ? [] : [{ title: declared(input ? transition.inputs : fields, field).title, file }]
  })
  const storedAs = (cell: StoredCell) => cells.find(({ title }) => isSameTitle(title, cell.title))
  const further = cells.filter((cell) => !filled.some(({ title }) => isSameTitle(title, cell.title)))
  return [...filled.map((cell) => storedAs(cell) ?? cell), ...further]
}
