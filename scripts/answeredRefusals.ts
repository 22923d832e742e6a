// Compares what servers refused in a run of all tests with the catalog of refusals.
// Names the keys that no server answered or stored in a test; their number may only fall.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { refusals } from '../src/protocol/refusals/catalog'

/** Keys that may still lack a test in which a server answers them: lower it with each one that gets a case. */
const maxUnanswered = 0

/** Files that make refusals themselves, and loops that try other parts each day. */
const uncounted =
  /^tests\/(protocol\/|server\/errorReply|manifest\/languages|fuzz\/|generated\/|oracle\/|whole\/randomEdits)/

/**
 * The keys of the catalog that no server answered.
 * @param lines "path key" as tests/answeredRefusals.ts writes them
 */
export function unansweredRefusals(
  lines: readonly string[],
  catalog: readonly string[] = Object.keys(refusals),
): string[] {
  const answered = new Set(lines.filter((line) => !uncounted.test(line)).map((line) => line.split(' ')[1]))
  return catalog.filter((key) => !answered.has(key))
}

/** The sentence that the run prints of them, and whether they are few enough. */
export function refusalVerdict(
  unanswered: readonly string[],
  bound = maxUnanswered,
): { text: string; isSound: boolean } {
  const isSound = unanswered.length <= bound
  const text = `No server of a test answered ${unanswered.length} refusals, of at most ${bound}: ${unanswered.join(', ')}`
  return { text, isSound }
}

/** Lets the tests that are started from here on write what they answer, until `end`. */
export function collectRefusals(): { unanswered(): string[]; end(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'refusals-'))
  process.env.ANSWERED_REFUSALS = folder
  const lines = () => readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
  return {
    unanswered: () => unansweredRefusals(lines()),
    end: () => rmSync(folder, { recursive: true, force: true }),
  }
}
