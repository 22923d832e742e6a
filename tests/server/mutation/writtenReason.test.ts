// A choice that is not offered is refused in the words of a check of its field, unless the check
// needs what is not there: vars, or an input that is refused itself.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compileWorkshop } from './manifests'
import { Workshop } from './workshop'

const t = (text: string) => [text, text]
const app = compileWorkshop((files) => {
  const { transitions } = files['work/task.entity.json'] as unknown as { transitions: Record<string, object> }
  transitions.plan = {
    creates: true,
    title: t('Plan'),
    to: 'open',
    permissions: ['projects'],
    form: ['project', 'title', 'level', 'owner', 'steps'],
    inputs: {
      level: { type: 'int', title: t('Level'), required: true },
      owner: { type: 'ref', entity: 'person', title: t('Owner'), optionsWhere: "state == 'active'" },
    },
    vars: { many: { count: 'task', where: 'project == this.project' } },
    checks: [
      { rule: "project.state == 'running'", message: t('{vars.many} tasks wait'), field: 'project' },
      { rule: "project.state == 'running' || vars.many > 9", message: t('Too few tasks'), field: 'project' },
      {
        rule: "project.state == 'running' || input.level > 5",
        message: t('Level {input.level} is too low'),
        field: 'project',
      },
      { rule: "project.state == 'running'", message: t('{input.owner} has not begun'), field: 'project' },
    ],
  }
  ;(files['work/Tasks.screen.json'] as { actions: string[] }).actions.push('plan')
})

let workshop: Workshop
let project: number
beforeAll(async () => {
  workshop = await Workshop.open(app)
  project = (await workshop.run('north.worker', 'project.create', { values: { name: 'early' } })).id
}, 120_000)
afterAll(() => workshop?.close())

const refused = async (values: object) =>
  (await workshop.refused('north.worker', 'task.plan', { values: { project, title: 't', ...values } })).fields
const plain = 'Project early cannot be chosen: State is “draft”'

it('in the words of a check that has all it needs', async () => {
  expect(await refused({ level: 1 })).toEqual({ project: 'Level 1 is too low' })
  expect(await refused({ level: 9, owner: workshop.idOf('north.mate') })).toEqual({
    project: 'north.mate has not begun',
  })
})

it('not in the words of a check whose input is missing or refused', async () => {
  const owner = workshop.idOf('south.worker')
  const unknown = 'The selected record does not exist or cannot be selected: Owner'
  expect(await refused({ level: 9, owner })).toEqual({ project: plain, owner: unknown })
  expect(await refused({ owner })).toEqual({ project: plain, level: 'Required', owner: unknown })
  expect(await refused({ level: 'high', owner })).toMatchObject({ project: plain })
})
