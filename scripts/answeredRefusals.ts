// Compares what servers refused in a run of all tests with the catalog of refusals.
// Names the keys that no server answered or stored in a test; their number may only fall.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { refusals } from '../src/protocol/refusals/catalog'

/** Keys that may still lack a test in which a server answers them: lower it with each one that gets a case. */
const maxUnanswered = 0

/** Files that make refusals themselves, and loops that try other parts each day. */
const uncounted =
  /^tests\/(protocol\/|server\/errorReply|manifest\/languages|fuzz\/|generated\/|oracle\/|whole\/randomEdits)/

/** Lines "key path": a test file for each key that only files which take turns answer. */
const answeredInTurns = join(import.meta.dirname, '../tests/answeredInTurns.txt')

interface Run {
  /** "path key" as tests/answeredRefusals.ts writes them. */
  readonly lines: readonly string[]
  /** Paths of the test files that run on another day. */
  readonly resting?: readonly string[]
  readonly catalog?: readonly string[]
  /** Lines "key path". */
  readonly inTurns?: readonly string[]
}

/** The keys of the catalog that no server answered, but for those that a resting test file answers. */
export function unansweredRefusals({
  lines,
  resting = [],
  catalog = Object.keys(refusals),
  inTurns = readLines(answeredInTurns),
}: Run): string[] {
  const answered = new Set(lines.filter((line) => !uncounted.test(line)).map((line) => line.split(' ')[1]))
  const excused = new Set(pairsOf(inTurns).flatMap(([key, path]) => (resting.includes(path) ? [key] : [])))
  return catalog.filter((key) => !answered.has(key) && !excused.has(key))
}

const readLines = (path: string): string[] => readFileSync(path, 'utf8').trim().split('\n')
const pairsOf = (lines: readonly string[]) =>
  lines.map((line): readonly [string, string] => {
    const [first = '', second = ''] = line.split(' ')
    return [first, second]
  })

/**
 * Lines "key path" after a run of every test file: of the files that take turns, one for each key that no other file
 * answers; what was written before stays where it is still so.
 */
export function writtenInTurns(
  lines: readonly string[],
  before: readonly string[],
  takesTurns: (path: string) => boolean,
): string[] {
  const written = new Map(pairsOf(before))
  const paths = new Map<string, string[]>()
  for (const [path, key] of pairsOf(lines.filter((line) => !uncounted.test(line))))
    paths.set(key, [...(paths.get(key) ?? []), path])
  return [...paths]
    .flatMap(([key, answering]) => {
      if (!answering.every(takesTurns)) return []
      const former = written.get(key)
      return `${key} ${former !== undefined && answering.includes(former) ? former : answering.toSorted()[0]}`
    })
    .toSorted()
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

interface Answers {
  /** @param resting paths of the test files that run on another day */
  unanswered(resting: readonly string[]): string[]
  /** Writes which keys only files that take turns answer, after a run of every file. */
  write(takesTurns: (path: string) => boolean): void
  end(): void
}

/** Lets the tests that are started from here on write what they answer, until `end`. */
export function collectRefusals(): Answers {
  const folder = mkdtempSync(join(tmpdir(), 'refusals-'))
  process.env.ANSWERED_REFUSALS = folder
  const lines = () => readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
  return {
    unanswered: (resting) => unansweredRefusals({ lines: lines(), resting }),
    write: (takesTurns) =>
      writeFileSync(answeredInTurns, `${writtenInTurns(lines(), readLines(answeredInTurns), takesTurns).join('\n')}\n`),
    end: () => rmSync(folder, { recursive: true, force: true }),
  }
}
