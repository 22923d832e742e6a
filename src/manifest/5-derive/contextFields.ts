// Derives the fields that the previous step filled in: a quoted price, the reason of a return.
// These are inputs and new or changed lines of the transitions into the states from which a transition runs, values
// computed from them, the files that its form only shows, and the text that every new record requires.
import { untilStable } from '../expression/values/lists'
import { declared } from '../expression/values/present'
import { isLongText, reportedTypes } from '../fieldTypes/typeSets'
import type { EntityDraft, TransitionDraft, CompileContext } from '../context/compileContext'

/** Runs after every field and transition is compiled. */
export function deriveContextFields(context: CompileContext): void {
  for (const draft of Object.values(context.entities))
    for (const transition of Object.values(draft.transitions))
      transition.contextFields = enteredBefore(draft, transition)
}

/** Every field of a new record is an input: the creating step reports only the reported types. */
function enteredBefore({ transitions, fields }: EntityDraft, { from, form }: TransitionDraft): string[] {
  const before = Object.values(transitions).filter(
    (transition) =>
      transition.to !== undefined && from.includes(transition.to) && !transition.from.includes(transition.to),
  )
  const contextFields = new Set(
    before.flatMap((item) => [
      ...item.form
        .filter(
          (formField) =>
            !formField.input && (!item.creates || reportedTypes.has(declared(fields, formField.field).type)),
        )
        .map((formField) => formField.field),
      ...Object.keys(item.append),
      ...Object.keys(item.change),
    ]),
  )
  for (const name of subjectTexts(transitions, fields)) contextFields.add(name)
  for (const { field: name, input, readOnly } of form)
    if (readOnly && !input && declared(fields, name).type === 'files') contextFields.add(name)
  untilStable(contextFields, () => {
    for (const { name, compute, aggregate } of Object.values(fields)) {
      if (
        compute?.readPaths.some((path) => contextFields.has(path)) ||
        (aggregate?.lines !== undefined && contextFields.has(aggregate.lines))
      )
        contextFields.add(name)
    }
  })
  return [...contextFields]
}

/** Long texts that a form requires to create a record: a problem, a request, a reason. */
function subjectTexts(transitions: EntityDraft['transitions'], fields: EntityDraft['fields']): readonly string[] {
  return Object.values(transitions)
    .filter(({ creates }) => creates)
    .flatMap(({ form }) =>
      form.flatMap(({ field: name, input, required }) => {
        const field = input ? undefined : fields[name]
        return field && isLongText(field) && (required || field.required) ? [name] : []
      }),
    )
}
