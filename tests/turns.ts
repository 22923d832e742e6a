// Lets cases of a test file take turns by the day, of which the log has the number.
import { relative } from 'node:path'
import { expect } from 'vitest'
import { turnOfFile } from '../scripts/longTests'
import { isWhole, loopDay } from './loopSeed'

/** Which turn of the present test file it is: the days, or fewer for a file that runs on some days alone. */
export function turn(): number {
  const { testPath = '' } = expect.getState()
  return turnOfFile(relative(process.cwd(), testPath), loopDay)
}

/**
 * Dear cases take turns: whether today is the turn of the next one, as the condition of `it.runIf`.
 * @param days after which each was tried, in a file that runs each day
 * @param phase of a file with a single such case: they are to fall on different days
 */
export function takingTurns(days: number, phase = 0): () => boolean {
  let position = phase - 1
  return () => {
    position += 1
    return isWhole || (position + turn()) % days === 0
  }
}

/** Few and dear items take turns, at least one a turn: after so many turns of its file each was tried. */
export function turnOf<T>(items: readonly T[], days: number): readonly T[] {
  const turns = Math.min(days, items.length)
  const present = turn()
  return items.filter((_, position) => isWhole || (position + present) % turns === 0)
}
