// Prints a problem with its line, a caret and a suggestion.
import type { Problem } from './problem'

const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/

const MOST_SHOWN = 140
const MOST_PLACES = 5

/**
 * A problem as several lines of text: location and code, message, the line of the file with a mark, the hint. `folder`:
 * the way to the manifests, so that a terminal can open the place.
 */
export function printProblem(problem: Problem, folder = ''): string {
  const path = folder === '' ? problem.file : `${folder}/${problem.file}`
  const lines = [
    `${path}:${problem.line}:${problem.column}  ${problem.warning ? 'warning' : 'error'} ${problem.code}`,
    `  ${problem.message}`,
  ]
  if (problem.frame !== undefined) {
    const gutter = String(problem.line)
    const before = problem.column - 1
    // Cut a long line to begin a little before the mark.
    const from = before + problem.frame.length <= MOST_SHOWN ? 0 : Math.max(0, before - 40)
    const visible = problem.frame.text.slice(from, from + MOST_SHOWN)
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
  if (problem.followers !== undefined) lines.push(`  ${followersLine(problem.followers)}`)
  return lines.join('\n')
}

/** Few are named, so that each place that refers to something removed is found at once. */
function followersLine(followers: readonly Problem[]): string {
  const places = followers.slice(0, MOST_PLACES).map(({ file, line, column }) => `${file}:${line}:${column}`)
  const count = followers.length
  const first = count > MOST_PLACES ? 'the first ' : ''
  return `${count} more ${count === 1 ? 'follows' : 'follow'} from it, ${first}at ${places.join(', ')}.`
}

/** Blanks as wide as a text on a terminal: Chinese characters take two columns. */
function blank(text: string): string {
  return [...text].map((character) => (character === '\t' ? '\t' : WIDE.test(character) ? '  ' : ' ')).join('')
}
