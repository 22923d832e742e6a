// Checks that every record has a label, and that PostgreSQL can keep all names and columns.
import { locationOf, reportProblem, type CompileContext, type EntityDraft } from '../context/compileContext'
import type { Field } from '../model/field'

/** Checks that need the label of every entity: labels through references, and records without a label. */
export function checkNames(context: CompileContext): void {
  const referred = new Set<string>()
  for (const draft of Object.values(context.entities))
    for (const field of Object.values(draft.fields))
      if (field.type === 'ref' && !field.system && field.entity !== undefined) referred.add(field.entity)
  for (const draft of Object.values(context.entities)) {
    checkLengths(context, draft)
    checkColumns(context, draft)
    if (draft.entity.labelField === 'id' && draft.file.manifest.labelField === undefined && referred.has(draft.name))
      reportProblem(
        locationOf(context, draft.file),
        'no-label',
        { entity: draft.name },
        { hint: 'Write `labelField` with the field that names a record.' },
      )
    const chain = [draft.name]
    for (let next = draft; ;) {
      const field = next.fields[next.entity.labelField]
      const target = field?.type === 'ref' ? context.entities[field.entity ?? ''] : undefined
      if (target === undefined) break
      if (chain.includes(target.name)) {
        reportProblem(locationOf(context, draft.file, 'labelField'), 'cycle', {
          chain: [...chain, target.name].join(' -> '),
        })
        break
      }
      chain.push(target.name)
      next = target
    }
  }
}

/** PostgreSQL's limit in bytes; a name has none but ASCII characters. */
const maxNameBytes = 63

/** The names of an entity in the database: its table, its columns, and the tables of its lines with theirs. */
function checkLengths(context: CompileContext, { name: entity, file, fields }: EntityDraft): void {
  const check = (name: string, ...path: string[]) => {
    if (name.length <= maxNameBytes) return
    const location = locationOf(context, file, ...path)
    const lengths = { count: String(name.length), most: String(maxNameBytes) }
    reportProblem(location, 'long-name', { name, ...lengths }, { key: path.length > 0 })
  }
  check(entity)
  for (const { name: field, type, fields: columns = {} } of Object.values(fields)) {
    check(type === 'lines' ? `${entity}.${field}` : field, 'fields', field)
    for (const column of Object.keys(columns)) check(column, 'fields', field, 'fields', column)
  }
}

/** PostgreSQL takes 1,600; the rest is for the engine's own columns, and for those of fields that go. */
const maxColumns = 1_500

/** The columns of the table of an entity, and of each table of its lines. */
function checkColumns(context: CompileContext, { file, fields }: EntityDraft): void {
  const check = (columns: Readonly<Record<string, Pick<Field, 'type'>>>, ...path: string[]) => {
    const count = Object.values(columns).filter(({ type }) => type !== 'lines').length
    if (count <= maxColumns) return
    const hint = 'A table of PostgreSQL takes no more. Keep what belongs together in lines, or in an entity of its own.'
    const counts = { wanted: `at most ${maxColumns} entries`, found: String(count) }
    reportProblem(locationOf(context, file, ...path, 'fields'), 'wrong-count', counts, { key: true, hint })
  }
  check(fields)
  for (const { name, fields: columns = {} } of Object.values(fields)) check(columns, 'fields', name)
}
