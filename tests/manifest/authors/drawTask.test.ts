// Tests that each module for new authors has all parts of a module, and a day of its own.
import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { loopDay } from '../../loopSeed'
import { authorTasks, drawTask } from './drawTask'

it('asks in each of five for records, a way, limits, a report, a document and rights', () => {
  const parts = ['Records:', 'Way:', 'Limits:', 'Time:', 'Report:', 'Document:', 'Rights:']
  expect(authorTasks()).toHaveLength(5)
  for (const task of authorTasks())
    expect(
      parts.filter((part) => !task.includes(part)),
      task,
    ).toEqual([])
})

it('draws each of them once within five days, today that of today', () => {
  const days = [0, 1, 2, 3, 4].map((day) => loopDay + day)
  expect(new Set(days.map(drawTask))).toEqual(new Set(authorTasks()))
  const printed = execFileSync('npx', ['tsx', 'tests/manifest/authors/drawTask.ts'], { encoding: 'utf8' })
  expect([drawTask(loopDay), drawTask(loopDay + 1)].map((task) => task.trim())).toContain(printed.trim())
})
