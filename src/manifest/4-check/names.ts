// Checks that every record has a label, and that PostgreSQL can keep every name.
import { locationOf, reportProblem, type CompileContext, type EntityDraft } from '../context/compileContext'

/** Checks that need the label of every entity: labels through references, and records without a label. */
export function checkNames(context: CompileContext): void {
  const referred = new Set<string>()
  for (const draft of Object.values(context.entities))
    for (const field of Object.values(draft.fields))
      if (field.type === 'ref' && !field.system && field.entity !== undefined) referred.add(field.entity)
  for (const draft of Object.values(context.entities)) {
    checkLengths(context, draft)
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
