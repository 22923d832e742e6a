// The error of a value in the user's language: the same checks as on the server, and requiredness.
import type { Dictionary } from '../../manifest/model/app'
import { typesWith, type Field, type FieldType } from '../../manifest/model/field'
import { validateValue } from '../../manifest/fieldTypes/fieldTypes'
import { placeholders } from '../../manifest/expression/template'
import { evaluate, type Read, type EvaluationContext } from '../../manifest/expression/evaluate'
import { lineReader } from '../../manifest/expression/evaluateLines'
import { isEmpty } from '../../manifest/fieldTypes/definition'
import { savedTextIn } from '../../manifest/model/text'
import type { Translator } from '../../client/text/translate'
import { loadedRegions } from './regionList'
import { orUnknown } from './unknownValue'
import type { LocalizableText } from '../../manifest/expression/message'

export interface FieldErrorContext {
  readonly dictionaries: Readonly<Record<string, Dictionary>>
  readonly translator: () => Translator
  readonly required: boolean
  readonly read: Read
  readonly evaluationContext: EvaluationContext
}

/** `cells`: the invalid cells of lines, as line.field counted from 0. */
interface FieldError {
  readonly message: string
  readonly cells?: Readonly<Record<string, string>>
}

/** Types whose values are chosen, not typed. */
const chosenTypes = typesWith(['choice', 'ref', 'date', 'datetime', 'boolean'], {
  without: ['string', 'text', 'int', 'money', 'decimal', 'mobile', 'files', 'lines', 'address'],
})

/** Examples of typed days and moments. */
const typedExamples: Readonly<Partial<Record<FieldType, string>>> = {
  date: '2026-01-31',
  datetime: '2026-01-31 15:00',
}

/**
 * Undefined for a valid value. With `cells`, the errors of lines by `<index from 0>.<column>`; rules whose values are
 * unknown do not count.
 */
export function valueError(value: unknown, field: Field, context: FieldErrorContext): FieldError | undefined {
  const { dictionaries, translator, required, evaluationContext } = context
  const { t, pick } = translator()
  if (isEmpty(value)) {
    if (!required) return undefined
    if (field.type === 'lines') return { message: t('form.atLeastOneLine') }
    const title = pick(field.title)
    return {
      message:
        field.type === 'files'
          ? t('form.upload', { title })
          : chosenTypes.has(field.type)
            ? t('form.choose', { title })
            : t('form.fillIn', { title }),
    }
  }
  const checked = validateValue(field.type === 'lines' ? withoutComputed(value, field) : value, field, {
    languages: translator().languages,
    codes: (name) => dictionaries[name]?.items.map((item) => item.code),
    isRegion: loadedRegions()?.has,
    lineRequired: (cell, line) =>
      cell.requiredWhen !== undefined &&
      orUnknown(() =>
        evaluate(
          cell.requiredWhen!.node,
          lineReader(line, field.fields ?? {}, context.read, evaluationContext),
          evaluationContext,
        ),
      ) === true,
  })
  const example = typedExamples[field.type]
  if ('error' in checked && example !== undefined)
    return { message: t('form.dayUnread', { text: String(value), example }) }
  if ('error' in checked)
    return { message: pick(checked.error), cells: checked.fields && inLanguage(checked.fields, pick) }
  const { languages, language } = translator()
  // Rules read a localized value as its text in the user's language.
  const read = field.localized ? savedTextIn(checked.value as readonly unknown[], languages, language) : checked.value
  return ownCheck(read, field, context)
}

/** The field's own checks on its value; the server evaluates rules over values that the browser does not know. */
function ownCheck(
  value: unknown,
  field: Field,
  { translator, read, evaluationContext }: FieldErrorContext,
): FieldError | undefined {
  for (const check of field.checks ?? []) {
    const ownRead: Read = (scope, path) =>
      scope === 'record' && path.length === 1 && path[0] === field.name ? value : read(scope, path)
    // Messages with placeholders come from the server, which knows all values.
    if (
      orUnknown(() => evaluate(check.rule.node, ownRead, evaluationContext) !== true) &&
      placeholders(check.message).length === 0
    )
      return { message: translator().pick(check.message) }
  }
  return undefined
}

function withoutComputed(value: unknown, field: Field): unknown {
  if (!Array.isArray(value)) return value
  const stored = Object.values(field.fields ?? {})
    .filter((cell) => !cell.compute && !cell.aggregate)
    .map((cell) => cell.name)
  return value.map((line: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(stored.map((name) => [name, line[name] ?? null])),
  )
}

const inLanguage = (
  texts: Readonly<Record<string, LocalizableText>>,
  pick: Translator['pick'],
): Record<string, string> => Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, pick(text)]))
