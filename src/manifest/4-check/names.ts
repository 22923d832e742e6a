// Checks that every record has a label.
import { locationOf, reportProblem, type CompileContext } from '../context/compileContext'

/** Checks that need the label of every entity: labels through references, and records without a label. */
export function checkNames(context: CompileContext): void {
  const referred = new Set<string>()
  for (const draft of Object.values(context.entities))
    for (const field of Object.values(draft.fields))
      if (field.type === 'ref' && !field.system && field.entity !== undefined) referred.add(field.entity)
  for (const draft of Object.values(context.entities)) {
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
