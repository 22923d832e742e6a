// Derives the texts that open empty: the reason of one decision is never that of the next.
// These are long texts of a refusal that only steps to another state fill in: a text that is written at creation or
// amended in place describes the record.
import { isLongText } from '../fieldTypes/typeSets'
import type { CompileContext, EntityDraft, TransitionDraft } from '../context/compileContext'

/** Runs after every field and transition is compiled. */
export function deriveEmptyFields(context: CompileContext): void {
  for (const draft of Object.values(context.entities)) {
    const reasons = reasonsOf(draft)
    for (const transition of Object.values(draft.transitions))
      transition.emptyFields = filledIn(transition).filter((name) => reasons.has(name))
  }
}

function reasonsOf({ transitions, fields }: EntityDraft): ReadonlySet<string> {
  const all = Object.values(transitions)
  const steps = all.filter(isStep)
  const others = new Set(all.filter((transition) => !isStep(transition)).flatMap(filledIn))
  const refusals = steps.filter(({ danger }) => danger).flatMap(filledIn)
  return new Set(
    refusals.filter((name) => {
      const field = fields[name]
      return field !== undefined && isLongText(field) && !others.has(name)
    }),
  )
}

const isStep = ({ creates, to }: TransitionDraft): boolean => !creates && to !== undefined

const filledIn = ({ form }: TransitionDraft): string[] =>
  form.flatMap(({ field, input, readOnly }) => (input || readOnly ? [] : [field]))
