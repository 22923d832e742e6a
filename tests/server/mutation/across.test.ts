// What does a value that must be unique over all tenants tell? Who has it in the own tenant, and of another tenant's
// record nothing but that it is taken.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compileWorkshop } from './manifests'
import { Workshop } from './workshop'

let workshop: Workshop
beforeAll(async () => {
  workshop = await Workshop.open(
    compileWorkshop((files) => {
      Object.assign(files['work/project.entity.json']!, {
        unique: [
          {
            fields: ['name'],
            acrossTenants: true,
            message: ['“{name}”已由 {owner} 负责', '{name} is looked after by {owner}'],
          },
        ],
      })
    }),
  )
}, 120_000)
afterAll(() => workshop?.close())

const create = (who: string) =>
  workshop.run(who, 'project.create', { values: { name: 'Bridge', owner: workshop.idOf(who) } })

it('names the record that is in the way only within its tenant', async () => {
  await create('north.worker')
  await expect(create('north.mate')).rejects.toThrow('Bridge is looked after by north.worker')
  await expect(create('south.worker')).rejects.toThrow(/^This value is already in use$/)
})
