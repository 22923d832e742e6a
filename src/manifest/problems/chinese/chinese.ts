// Translates a problem into Chinese: its message by code, everything else by the English words.
// The compiler composes English only; words without a translation stay unchanged.
import { problemTable } from '../catalog'
import type { Problem } from '../problem'
import { warningTable } from '../warningCatalog'
import { chineseDescriptions } from '../../language/chineseDescriptions'
import { chineseHints } from './hints'
import { chineseMessages } from './messages'
import { chinesePlaces } from './places'
import { chineseStoredHints, chineseStoredRecords, chineseStoredWords } from './storedRecords'
import { chineseThings } from './things'
import { chineseRuleMessages, chineseWords } from './messageParts'

/** The same problem with message and hint in Chinese. */
export function inChinese(problem: Problem): Problem {
  const { code, message, hint } = problem
  const template = messages().get(code)
  const byCode = template && filled(template, message)
  return {
    ...problem,
    message: byCode ?? translated(message, composed()) ?? message,
    ...(hint !== undefined && { hint: hintInChinese(hint) }),
  }
}

/** A hint is the description of a key, or sentences translated individually or together. */
function hintInChinese(hint: string): string {
  const description = descriptions().get(hint)
  if (description !== undefined) return description
  const sentences = hint.split(/(?<=[.?]) (?=[A-Z`'"])/)
  const each = sentences.map((sentence) => translated(sentence, hints()))
  return each.every((sentence) => sentence !== undefined) ? each.join('') : (translated(hint, hints()) ?? hint)
}

interface Template {
  readonly english: RegExp
  readonly chinese: string
}

const listOf = (table: Readonly<Record<string, string>>): readonly Template[] =>
  Object.entries(table)
    .sort(([one], [other]) => lettersOf(other) - lettersOf(one))
    .map(([english, chinese]) => ({ english: patternOf(english), chinese }))
/** Templates with more fixed text are more specific and tried first. */
const lettersOf = (english: string): number => english.replace(/\{\w+\}/g, '').length

const once = <Value>(make: () => Value): (() => Value) => {
  let value: Value | undefined
  return () => (value ??= make())
}
const descriptions = once(chineseDescriptions)
const messages = once(() => {
  const english = Object.entries<{ readonly message: string }>({ ...problemTable, ...warningTable })
  const chinese: Readonly<Record<string, string>> = chineseMessages
  return new Map(
    english.map(([code, { message }]) => [code, { english: patternOf(message), chinese: chinese[code] ?? '' }]),
  )
})
const hints = once(() => listOf({ ...chineseHints, ...chineseStoredHints }))
const composed = once(() => listOf({ ...chineseRuleMessages, ...chineseStoredRecords }))
const listedTemplates = once(() =>
  listOf({ ...chineseWords, ...chineseThings, ...chinesePlaces, ...chineseStoredWords }),
)

function translated(text: string, templates: readonly Template[]): string | undefined {
  for (const template of templates) {
    const said = filled(template, text)
    if (said !== undefined) return said
  }
  return undefined
}

/** The Chinese template filled with the values of the English one; undefined if the text does not match. */
function filled({ english, chinese }: Template, text: string): string | undefined {
  const match = english.exec(text)
  if (match === null) return undefined
  return chinese.replace(/\{(\w+)\}/g, (_, name: string) => argument(match.groups?.[name] ?? ''))
}

/** Quoted parts and names are the author's own; the rest is translated. */
const argument = (text: string): string =>
  /^(?:`[^`]*`|"[^"]*")$/.test(text) ? text : (translated(text, listedTemplates()) ?? text)

function patternOf(template: string): RegExp {
  const names = new Set<string>()
  const parts = template.split(/\{(\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return part.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
    const again = names.has(part)
    names.add(part)
    return again ? String.raw`\k<${part}>` : `(?<${part}>.+?)`
  })
  return new RegExp(`^${parts.join('')}$`, 'is')
}
