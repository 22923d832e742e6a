// The steps of a checklist: each caller's own, counted over what this caller reaches, in one
// statement.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { narrowScreen } from '../../../src/server/endpoints/contract/narrowScreen'
import { readDashboard } from '../../../src/server/endpoints/reports/dashboard'
import { screenForCaller } from '../../../src/server/endpoints/screens/screenForCaller'
import { compileWorkshop } from '../mutation/manifests'
import { Workshop } from '../mutation/workshop'
import { asking } from './reads'

const t = (name: string): [string, string] => [`${name}中`, name]
const step = (name: string, rest: object) => ({ name, title: t(name), ...rest })

let workshop: Workshop
beforeAll(async () => {
  workshop = await Workshop.open(
    compileWorkshop((files) => {
      Object.assign(files['work/Projects.screen.json']!, {
        exchange: { create: 'create', key: ['name'] },
        moreLists: [{ name: 'more', entity: 'expense', permissions: ['managing'], columns: ['no'] }],
      })
      files['work/First.screen.json'] = {
        path: '/first',
        title: t('First'),
        kind: 'dashboard',
        permissions: ['signed-in'],
        blocks: [
          {
            kind: 'checklist',
            title: t('Steps'),
            steps: [
              step('projects', {
                entity: 'project',
                where: "state == 'running'",
                atLeast: 2,
                screen: '/projects',
                action: 'project.create',
                import: true,
              }),
              step('tasks', { entity: 'task', screen: '/tasks', action: 'task.create' }),
              step('teams', { entity: 'team', screen: '/projects', action: 'team.create' }),
              step('more', { entity: 'expense', screen: '/projects?list=more' }),
              step('flagged', { entity: 'project', screen: '/projects', visibleWhen: "tenant.flags == 'd'" }),
              step('people', { entity: 'person', screen: '/people' }),
              step('managed', { entity: 'project', screen: '/projects', permissions: ['managing'] }),
            ],
          },
        ],
      }
    }),
  )
  await workshop.project({ name: 'a' })
  await workshop.project({ name: 'draft', state: 'draft' })
  const mate = workshop.idOf('north.mate')
  await workshop.project({ name: 'b', owner: mate, createdBy: mate })
}, 120_000)
afterAll(() => workshop?.close())

const blocksOf = async (who: string) => (await readDashboard(asking(workshop, who), { screen: '/first' })).blocks
const counted = async (who: string) => {
  const [block] = await blocksOf(who)
  return block?.block === 'checklist' ? Object.fromEntries(block.steps.map(({ name, done }) => [name, done])) : block
}
const drawn = (who: string) => {
  const viewer = asking(workshop, who)
  const { app, caller } = viewer
  return screenForCaller(app, caller, narrowScreen(viewer, app.screens['/first']!)).blocks[0]!
}

it('counts every step in one statement, no further than it needs', async () => {
  const sent = await workshop.counted(() => blocksOf('north.manager'))
  expect(sent).toHaveLength(1)
  expect(String((sent[0] as { text?: string }).text ?? sent[0])).toMatch(/LIMIT 2\b/)
})

it('counts what the caller reaches: own records, the unit, the tenant', async () => {
  expect(await counted('north.worker')).toMatchObject({ projects: false, tasks: false })
  expect(await counted('north.manager')).toMatchObject({ projects: true, tasks: false })
  expect(await counted('south.manager')).toMatchObject({ projects: false, tasks: false })
})

it('leaves out what the caller may not do, open, or be shown', async () => {
  const names = async (who: string) => Object.keys((await counted(who)) as object)
  expect(await names('north.worker')).toEqual(['projects', 'tasks'])
  expect(await names('north.manager')).toEqual(['projects', 'tasks', 'teams', 'more', 'managed'])
  expect(await names('south.worker')).toEqual(['projects', 'tasks', 'flagged'])
  expect(await names('boss')).toEqual(['projects', 'tasks', 'teams', 'more', 'people', 'managed'])
  expect(await counted('north.guest')).toEqual({ block: 'withheld' })
})

it('sends the same steps with the screen, and of each only the ways that are open', () => {
  expect(drawn('north.worker').steps.map(({ name }) => name)).toEqual(['projects', 'tasks'])
  const [projects, tasks] = drawn('north.worker').steps
  expect(projects).toMatchObject({ import: true, action: { entity: 'project', transition: 'create' } })
  expect(tasks).toMatchObject({ import: false, action: { entity: 'task', transition: 'create' } })
  expect(projects).not.toHaveProperty('where')
  expect(drawn('north.manager').steps.at(-1)).not.toHaveProperty('permissions')
  expect(drawn('north.guest')).toMatchObject({ withheld: true, steps: [] })
})
