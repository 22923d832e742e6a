// What is wrong with a value, in the person's language? The very checks of the server, plus whether something is required at all.
import type { Dictionary, Field, Text } from '../../manifest/app'
import { checkValue } from '../../manifest/fields/fieldTypes'
import { placeholders } from '../../manifest/rule/fill'
import { evaluate, lineReader, type Read, type World } from '../../manifest/rule/evaluate'
import { isEmpty } from '../../manifest/fields/definition'
import type { Words } from '../../runtime/text'
import { decided } from './undecided'

export interface FaultFacts {
  readonly dictionaries: Readonly<Record<string, Dictionary>>
  readonly words: () => Words
  readonly required: boolean
  readonly read: Read
  readonly world: World
}

/** `cells`: the wrong cells of lines, as line.field counted from 0. */
export interface Fault {
  readonly message: string
  readonly cells?: Readonly<Record<string, string>>
}

const chosen = new Set<Field['type']>(['choice', 'ref', 'date', 'datetime', 'boolean'])

export function fieldFault(
  value: unknown,
  field: Field,
  { dictionaries, words, required, read, world }: FaultFacts,
): Fault | undefined {
  const { t, pick } = words()
  if (isEmpty(value)) {
    if (!required) return undefined
    if (field.type === 'lines') return { message: t('form.atLeastOneLine') }
    const title = pick(field.title)
    return {
      message:
        field.type === 'files'
          ? t('form.upload', { title })
          : chosen.has(field.type)
            ? t('form.choose', { title })
            : t('form.fillIn', { title }),
    }
  }
  const checked = checkValue(field.type === 'lines' ? withoutComputed(value, field) : value, field, {
    codes: (name) => dictionaries[name]?.items.map((item) => item.code),
    lineRequired: (cell, line) =>
      cell.requiredWhen !== undefined &&
      decided(() => evaluate(cell.requiredWhen!.node, lineReader(line, field.fields ?? {}, read, world), world)) ===
        true,
  })
  if ('error' in checked)
    return { message: pick(checked.error), cells: checked.fields && inLanguage(checked.fields, pick) }
  return ownCheck(checked.value, field, read, world, pick)
}

/** The field's own rules on its value; a rule that reads what the browser does not know is left to the server. */
function ownCheck(
  value: unknown,
  field: Field,
  read: Read,
  world: World,
  pick: (text: Text) => string,
): Fault | undefined {
  for (const check of field.check ?? []) {
    const own: Read = (scope, path) =>
      scope === 'record' && path.length === 1 && path[0] === field.name ? value : read(scope, path)
    // A message with placeholders is worded by the server, which knows all of their values.
    if (decided(() => evaluate(check.rule.node, own, world) !== true) && placeholders(check.message).length === 0)
      return { message: pick(check.message) }
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

const inLanguage = (texts: Readonly<Record<string, Text>>, pick: (text: Text) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, pick(text)]))
