// Proves that an undo respects the limits that a transition counts, whatever others have done
// meanwhile.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runTransition } from '../../../src/server/mutation/runTransition'
import { undoRun } from '../../../src/server/mutation/undo'
import { compileWorkshop } from './manifests'
import { moment, Workshop } from './workshop'

const worker = 'north.worker'
const once = (others: string) => ({
  vars: {
    same: {
      count: 'task',
      where: `project == this.project && state == 'open' && title == this.title${others}`,
    },
  },
  checks: [{ rule: 'vars.same == 0', message: ['已有一个', 'There is one already'] }],
})
let workshop: Workshop
beforeAll(async () => {
  workshop = await Workshop.open(
    compileWorkshop((files) => {
      const { transitions } = files['work/task.entity.json'] as { transitions: Record<string, object> }
      const common = { title: ['a', 'a'], permissions: ['projects'], from: ['open'], undo: true }
      transitions.create = { ...transitions.create, ...once('') }
      transitions.move = { ...common, form: ['title'], ...once(' && id != this.id') }
      transitions.miss = { ...common, to: 'dropped' }
    }),
  )
}, 120_000)
afterAll(() => workshop?.close())

const task = async (project: number) =>
  Number((await workshop.run(worker, 'task.create', { values: { project, title: 'day 1', steps: [] } })).id)
const undoable = async (transition: string, id: number, values = {}) => {
  const dependencies = { database: workshop.database, app: workshop.app, offersUndo: true }
  const request = { entity: 'task', transition, id, values, key: randomUUID() }
  const { undo } = await runTransition(dependencies, workshop.caller(worker), request, moment)
  return () => undoRun(dependencies, workshop.caller(worker), { run: undo!.run }, moment)
}

it.each<[string, string, Record<string, string>]>([
  ['moved', 'move', { title: 'day 2' }],
  ['dropped', 'miss', {}],
])('refuses to put back what was %s where another took its room, and puts it back where none did', async (...given) => {
  const [, transition, values] = given
  const project = await workshop.project()
  const undo = await undoable(transition, await task(project), values)
  const second = await task(project)
  await expect(undo()).rejects.toMatchObject({
    message: expect.stringMatching(/There is one already|check_failed/) as string,
  })
  const give = await undoable(transition, second, values.title ? { title: 'day 3' } : {})
  await undo()
  await expect(give()).rejects.toThrow()
  const tasks = (await workshop.all('task')).filter((row) => Number(row.project) === project)
  expect(tasks.filter((row) => row.title === 'day 1' && row.state === 'open')).toHaveLength(1)
})

it('reads nothing more of a record to be able to put it back', async () => {
  const id = await task(await workshop.project())
  const request = { id, values: { title: 'day 5' } }
  const reads = (sent: readonly string[]) => sent.filter((text) => text.startsWith('SELECT')).length
  const plain = reads(await workshop.counted(() => workshop.run(worker, 'task.move', request)))
  expect(reads(await workshop.counted(() => undoable('move', id, { title: 'day 6' })))).toBe(plain)
})
