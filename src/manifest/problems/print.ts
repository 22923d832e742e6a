// Prints a problem with its line, a caret and a suggestion.
import { inChinese } from './chinese/chinese'
import type { Problem } from './problem'

/** A printed problem in the languages of the compiler: the first for terminals, logs and programs. */
export type PrintedProblem = Readonly<Record<'en' | 'zh', string>>

/** The words of a printed problem. */
interface PrintWords {
  readonly error: string
  readonly warning: string
  readonly followers: (count: number, places: string, all: boolean) => string
}

const english: PrintWords = {
  error: 'error',
  warning: 'warning',
  followers: (count, places, all) =>
    `${count} more ${count === 1 ? 'follows' : 'follow'} from it, ${all ? '' : 'the first '}at ${places}.`,
}

const chinese: PrintWords = {
  error: '错误',
  warning: '提醒',
  followers: (count, places, all) => `另有 ${count} 处由此引起，${all ? '' : '前几处'}在 ${places}。`,
}

/**
 * The problem in English and in Chinese, each of several lines without a final break. `folder`: put before the path of
 * the file.
 */
export function printedProblem(problem: Problem, folder?: string): PrintedProblem {
  return { en: printProblem(problem, folder), zh: printProblem(inChinese(problem), folder, chinese) }
}

/** How rights differ from access.lock: a sentence with the command, and at most `max` of the lines below it. */
export function printedLockDifference(
  [sentence = '', ...lines]: readonly string[],
  command: string,
  max: number,
): PrintedProblem {
  const rest = lines.length - max
  const printed = (begin: string, more: string) =>
    [begin, ...lines.slice(0, max), ...(rest > 0 ? [more] : [])].join('\n')
  return {
    en: printed(sentence, `… ${rest} more`),
    zh: printed(
      `权限与 access.lock 不一致。如果以下各行正是所要的，请运行 ${command} 并提交该文件。`,
      `… 另有 ${rest} 行`,
    ),
  }
}

/** In English, for terminals, logs and programs. */
export const inEnglish = (problems: readonly PrintedProblem[]): string[] => problems.map(({ en }) => en)

/** A sentence without a translation. */
export const printedSentence = (sentence: string): PrintedProblem => ({ en: sentence, zh: sentence })

const widePattern = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/

const maxFrameColumns = 140
const maxPlaces = 5

/**
 * A problem as several lines of text: location and code, message, the line of the file with a mark, the hint. `folder`:
 * the path to the manifests, so that a terminal can open the location.
 */
export function printProblem(problem: Problem, folder = '', texts = english): string {
  const path = folder === '' ? problem.file : `${folder}/${problem.file}`
  const lines = [
    `${path}:${problem.line}:${problem.column}  ${problem.warning ? texts.warning : texts.error} ${problem.code}`,
    `  ${problem.message}`,
  ]
  if (problem.frame !== undefined) {
    const gutter = String(problem.line)
    const before = problem.column - 1
    // Cut a long line to begin a little before the mark.
    const from = before + problem.frame.length <= maxFrameColumns ? 0 : Math.max(0, before - 40)
    const visible = problem.frame.text.slice(from, from + maxFrameColumns)
    const lead = from > 0 ? '…' : ''
    const mark = Math.min(problem.frame.length, Math.max(1, visible.length - (before - from)))
    const start = before - from
    const carets = '^'.repeat(blank(visible.slice(start, start + mark)).length || 1)
    lines.push(
      `  ${gutter} | ${lead}${visible}`,
      `  ${' '.repeat(gutter.length)} | ${blank(lead + visible.slice(0, start))}${carets}`,
    )
  }
  if (problem.hint !== undefined) lines.push(`  ${problem.hint}`)
  if (problem.followers !== undefined) lines.push(`  ${followersLine(problem.followers, texts)}`)
  return lines.join('\n')
}

/** Names only a few of the locations that refer to something removed. */
function followersLine(followers: readonly Problem[], texts: PrintWords): string {
  const places = followers.slice(0, maxPlaces).map(({ file, line, column }) => `${file}:${line}:${column}`)
  return texts.followers(followers.length, places.join(', '), followers.length <= maxPlaces)
}

/** Blanks as wide as a text on a terminal: Chinese characters take two columns. */
function blank(text: string): string {
  return [...text].map((character) => (character === '\t' ? '\t' : widePattern.test(character) ? '  ' : ' ')).join('')
}
