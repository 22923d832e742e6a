// Shared by append, change and copy: the lookup of the lines field and the rules of the cells.
import { fieldsInstead, isStoredAs, reportWrongField } from '../../context/fittingFields'
import type { Rule } from '../../model/rule'
import type { RuleEnvironment } from '../../expression/environment'
import {
  childLocation,
  hintFor,
  ruleAt,
  createTable,
  reportProblem,
  type ManifestLocation,
  type EntityDraft,
  type FieldDraft,
} from '../../context/compileContext'
import type { LineShape } from './scope'
import { targetOf } from '../../context/ruleTypes'

/** Finds the lines field whose name is the key at the location; reports any other name. */
export function linesNamed(location: ManifestLocation, draft: EntityDraft, name: string): FieldDraft | undefined {
  const field = draft.fields[name]
  if (field === undefined)
    reportProblem(
      location,
      'unknown-field',
      { entity: draft.name, name },
      { key: true, ...hintFor(name, Object.keys(draft.fields)) },
    )
  else if (field.type !== 'lines')
    reportWrongField(
      location,
      { name, expected: 'a field of type lines', fits: fieldsInstead('', draft.fields, isStoredAs('lines')) },
      { key: true },
    )
  else return field
  return undefined
}

/** Compiles the values of cells. `Empty`: null if a cell may be emptied. */
export function resolveCells<Empty extends null = never>(
  location: ManifestLocation,
  { entity, fields }: LineShape,
  set: Readonly<Record<string, string | Empty>>,
  environment: RuleEnvironment,
): Record<string, Rule | Empty> {
  const { context } = location
  const cells = createTable<Rule | Empty>()
  for (const [name, source] of Object.entries(set)) {
    const cellLocation = childLocation(location, name)
    const cell = fields[name]
    if (cell === undefined)
      reportProblem(
        cellLocation,
        'unknown-field',
        { entity, name },
        { key: true, ...hintFor(name, Object.keys(fields)) },
      )
    else if (!cell.stored) reportProblem(cellLocation, 'computed-field', { name, done: 'set' }, { key: true })
    else if (source === null) cells[name] = source
    else {
      const result = targetOf(context, cell)
      const rule = ruleAt(cellLocation, source, environment, result)
      if (rule !== undefined) cells[name] = rule
    }
  }
  return cells
}
