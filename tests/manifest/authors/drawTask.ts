// Draws the module of the day that a new author builds, one of five in tasks.md.
// Run directly it prints it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loopDay } from '../../loopSeed'

const file = join(import.meta.dirname, 'tasks.md')

/** The tasks, each with its heading. */
export const authorTasks = (): string[] =>
  readFileSync(file, 'utf8')
    .split(/^(?=## )/m)
    .slice(1)

/** The task of a day: each has its turn before one comes again. */
export function drawTask(day: number): string {
  const tasks = authorTasks()
  return tasks[day % tasks.length] ?? ''
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(drawTask(loopDay))
