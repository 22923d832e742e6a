// How much processor time have processes used? Unlike the clock it says little about what else the machine was doing.
// Told by Linux only.
import { readFileSync } from 'node:fs'

/** Milliseconds of all threads so far, by process; what has ended is left out. */
export type Used = ReadonlyMap<number, number>

export function cpuOf(pids: readonly number[]): Used {
  return new Map(
    pids
      .map((pid) => [pid, cpuOfOne(pid)] as const)
      .filter((entry): entry is readonly [number, number] => entry[1] !== undefined),
  )
}

/** What those used that were there both times. NaN where the system does not tell. */
export function cpuBetween(before: Used, after: Used): number {
  if (after.size === 0) return Number.NaN
  return [...after].reduce((sum, [pid, used]) => sum + used - (before.get(pid) ?? used), 0)
}

function cpuOfOne(pid: number): number | undefined {
  try {
    // Behind the name in brackets, which may hold blanks: the 12th and 13th are ticks of a hundredth of a second, in
    // user mode and in the system.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
