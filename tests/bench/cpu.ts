// How much processor time have processes used? Unlike the clock it says little about what else the machine was doing. Told by Linux only.
import { readFileSync } from 'node:fs'

/** Milliseconds of all threads of these processes so far; NaN where the system does not tell. */
export function cpuOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + cpuOfOne(pid), 0)
}

function cpuOfOne(pid: number): number {
  try {
    // Behind the name in brackets, which may hold blanks: the 12th and 13th are ticks of a hundredth of a second, in user mode and in the system.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return process.platform === 'linux' ? 0 : Number.NaN
    throw error
  }
}
