// Translates a problem into Chinese: its message by its code, all else by the English words.
// The compiler composes one language; what no table has stays as it is.
import { problemTable } from '../catalog'
import type { Problem } from '../problem'
import { warningTable } from '../warningCatalog'
import { chineseDescriptions } from '../../language/chineseDescriptions'
import { chineseHints } from './hints'
import { chineseMessages } from './messages'
import { chinesePlaces } from './places'
import { chineseStoredHints, chineseStoredRecords, chineseStoredWords } from './storedRecords'
import { chineseThings } from './things'
import { chineseRuleMessages, chineseWords } from './words'

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

/** A hint is the description of a key, or sentences that have a translation each, or one together. */
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
/** The more of a template is fixed, the surer it is meant. */
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
const words = once(() => listOf({ ...chineseWords, ...chineseThings, ...chinesePlaces, ...chineseStoredWords }))

function translated(text: string, templates: readonly Template[]): string | undefined {
  for (const template of templates) {
    const said = filled(template, text)
    if (said !== undefined) return said
  }
  return undefined
}

/** The Chinese template with what the English one has in its braces; undefined where the text is another one. */
function filled({ english, chinese }: Template, text: string): string | undefined {
  const match = english.exec(text)
  if (match === null) return undefined
  return chinese.replace(/\{(\w+)\}/g, (_, name: string) => argument(match.groups?.[name] ?? ''))
}

/** What an author wrote stands in marks or is a name; all else is words. */
const argument = (text: string): string =>
  /^(?:`[^`]*`|"[^"]*")$/.test(text) ? text : (translated(text, words()) ?? text)

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
