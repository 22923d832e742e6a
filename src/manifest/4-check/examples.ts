// Checks that every example is valid:
// its type accepts it, and so does each check that reads only it. Values that a migration fills in must fit the same
// types.
import type { Check } from '../model/rule'
import { typesWith, type Field } from '../model/field'
import { visit } from '../expression/analyze'
import { truthy } from '../expression/evaluate'
import type { Checked } from '../fieldTypes/definition'
import { validateValue } from '../fieldTypes/fieldTypes'
import {
  locationOf,
  reportProblem,
  type CompileContext,
  type EntityDraft,
  type ManifestLocation,
} from '../context/compileContext'

/** For rules that read neither the time nor the caller. */
const timeless = { now: new Date(0), timezone: 'UTC', holds: () => false }

export function checkExamples(context: CompileContext): void {
  for (const draft of Object.values(context.entities)) checkFill(context, draft)
  for (const { file, fields, transitions } of Object.values(context.entities)) {
    const all = Object.values(transitions)
    for (const field of Object.values(fields)) {
      const asking = all.filter(({ form }) =>
        form.some((formField) => !formField.input && formField.field === field.name),
      )
      const checks = asking.flatMap((transition) => transition.checks)
      checkExample(context, locationOf(context, file, 'fields', field.name, 'example'), field, checks)
    }
    for (const { name, inputs, checks } of all)
      for (const field of Object.values(inputs)) {
        const location = locationOf(context, file, 'transitions', name, 'inputs', field.name, 'example')
        checkExample(context, location, field, checks)
      }
  }
}

/** Types whose values a migration can write into a column. */
const fillable = typesWith(['string', 'text', 'int', 'money', 'decimal', 'date', 'boolean', 'choice'], {
  without: ['datetime', 'mobile', 'ref', 'files', 'lines', 'address'],
})

function checkFill(context: CompileContext, { file, fields }: EntityDraft): void {
  for (const [path, value] of Object.entries(file.manifest.migration?.fill ?? {})) {
    const [name = '', column] = path.split('.')
    const field = column === undefined ? fields[name] : fields[name]?.fields?.[column]
    if (!field || field.type === 'lines') continue
    const fits = fillable.has(field.type) && !field.localized && !('error' in valueOf(context, value, field))
    if (!fits) reportProblem(locationOf(context, file, 'migration', 'fill', path), 'wrong-fill', { type: field.type })
  }
}

function valueOf(context: CompileContext, value: unknown, field: Field): Checked {
  const codes = (dictionary: string) =>
    context.dictionaries[dictionary]?.items.filter(({ retired }) => !retired).map(({ code }) => code)
  return validateValue(value, field, { languages: context.manifests.languages, codes })
}

function checkExample(
  context: CompileContext,
  location: ManifestLocation,
  field: Field,
  checks: readonly Check[],
): void {
  const { name, type, example } = field
  if (example === undefined) return
  const checked = valueOf(context, example, field)
  if ('error' in checked) {
    reportProblem(location, 'wrong-example', { what: `the type ${type}` })
    return
  }
  for (const { rule } of [...(field.checks ?? []), ...checks])
    if (readsOnly(rule.node, name) && !truthy(rule.node, () => checked.value, timeless))
      reportProblem(location, 'wrong-example', { what: `the check ${rule.source}` })
}

/** Whether a rule depends on this field alone, not on others, the time or the caller. */
function readsOnly(node: Check['rule']['node'], name: string): boolean {
  let only = true
  visit(node, (part) => {
    if (part.kind === 'name') only &&= part.path.length === 1 && part.path[0] === name && part.scope !== 'before'
    if (part.kind === 'call') only &&= part.args.length > 0
  })
  return only
}
