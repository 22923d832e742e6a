// Identifies processes by id and birth, and waits for their end.
// Ids are reused, so an id alone proves nothing.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** The birth of a live process as a comparable text; undefined when there is no such process (or a zombie). */
export function birthOf(pid: number): string | undefined {
  if (!isPresent(pid)) return undefined
  if (process.platform === 'linux') {
    const stat = readIfThere(`/proc/${pid}/stat`)
    // The second field is the program's name in parentheses and may contain anything, spaces and parentheses too.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (!fields || fields[0] === 'Z' || fields[0] === 'X') return undefined
    return `${readIfThere('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}/${fields[19]}`
  }
  if (process.platform === 'win32') {
    return runProgram('powershell', [
      '-NoProfile',
      '-NonInteractive',
      '-Command',
      `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`,
    ])
  }
  return runProgram('ps', ['-o', 'lstart=', '-p', String(pid)])
}

/** Whether `pid` is a live PostgreSQL server started on the folder `cluster` (its real path). */
export function isServerOf(pid: number, cluster: string): boolean {
  if (birthOf(pid) === undefined) return false
  if (process.platform === 'linux') {
    const args = (readIfThere(`/proc/${pid}/cmdline`) ?? '').split('\0')
    return basename(args[0] ?? '') === 'postgres' && args[args.indexOf('-D') + 1] === cluster
  }
  if (process.platform === 'win32')
    return /postgres/i.test(runProgram('tasklist', ['/FI', `PID eq ${pid}`, '/NH']) ?? '')
  return (runProgram('ps', ['-o', 'command=', '-p', String(pid)]) ?? '').includes(`-D ${cluster}`)
}

/** Whether the operating system knows `pid` at all, zombies and foreign processes included. */
export function isPresent(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Waits until the process born as `birth` has ended; false when it still lives after `milliseconds`. */
export async function untilGone(pid: number, birth: string, milliseconds: number): Promise<boolean> {
  for (const end = Date.now() + milliseconds; birthOf(pid) === birth; await pause(20)) {
    if (Date.now() > end) return false
  }
  return true
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(code)) return undefined
    throw error
  }
}

function runProgram(program: string, args: string[]): string | undefined {
  try {
    const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
    return (
      execFileSync(program, args, {
        encoding: 'utf8',
        env,
        stdio: ['ignore', 'pipe', 'ignore'],
        windowsHide: true,
      }).trim() || undefined
    )
  } catch (error) {
    // A program that ran and found nothing has a status; a missing program proves nothing about the process.
    if (typeof (error as { status?: unknown }).status === 'number') return undefined
    throw error
  }
}
