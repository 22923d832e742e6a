// Does the history tell only what changed? For every transition that only fills in values: what was read, written back
// as the form sends it, leaves no entry and no change behind.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isEmpty } from '../../src/manifest/fieldTypes/definition'
import type { ListAnswer, RecordAnswer, RecordData, TimelineAnswer } from '../../src/protocol/calls'
import { codes } from '../../src/protocol/envelope'
import { requireApp } from '../../scripts/compiled'
import { layoutForm } from '../../src/ui/form/model/layoutForm'
import { knownValues, sentValues } from '../../src/ui/form/model/formValues'
import { useProduct } from './useProduct'

const roles = ['owner', 'admin', 'storebuilder', 'finance'] as const
const stage = useProduct({ environment: { JOBS: 'off' } })
const app = requireApp()
const edits = Object.values(app.entities).flatMap((entity) =>
  Object.values(entity.transitions)
    .filter(
      ({ creates, to, form: asks, effects, set, copy, change, append }) =>
        !creates &&
        to === undefined &&
        asks.length > 0 &&
        asks.every(({ input }) => !input) &&
        effects.length === 0 &&
        [set, copy, change, append].every((rules) => Object.keys(rules).length === 0),
    )
    .map((transition) => ({ entity, transition, name: `${entity.name}.${transition.name}` })),
)

async function found(entity: string, transition: string): Promise<{ role: string; record: RecordData } | undefined> {
  for (const role of roles)
    for (const screen of Object.values(app.screens)) {
      if (screen.entity !== entity || screen.kind !== 'list') continue
      const { data } = await stage.teller.call<ListAnswer | null>(role, '/api/list', { screen: screen.path, size: 50 })
      for (const row of data?.rows ?? []) {
        if (!row.can.includes(transition)) continue
        const read = await stage.teller.call<RecordAnswer>(role, '/api/record', { entity, id: row.id })
        if (read.code === codes.success) return { role, record: read.data.record }
      }
    }
  return undefined
}

describe('what was read and written back', () => {
  const written: string[] = []
  it.each(edits)('$name leaves nothing in the history', async ({ entity, transition }) => {
    const some = await found(entity.name, transition.name)
    if (!some) return
    const { role, record } = some
    const latest = async () =>
      (await stage.teller.call<TimelineAnswer>(role, '/api/timeline', { entity: entity.name, id: record.id })).data
        .entries[0]
    const before = await latest()
    const { fields } = layoutForm(entity, transition)
    const values = sentValues(fields, knownValues(fields, record), () => true, false)
    // What a form shows under a condition is sent only when it is there.
    const conditional = fields
      .filter(({ visibleWhen: show, name }) => show && isEmpty(record.values[name]))
      .map(({ name }) => name)
    for (const name of conditional) delete values[name]
    const answer = await stage.teller.call(role, '/api/run', {
      entity: entity.name,
      transition: transition.name,
      id: record.id,
      version: record.version,
      values,
      ...(transition.note === 'required' && { note: '备注' }),
      key: randomUUID().replaceAll('-', ''),
    })
    if (answer.code !== codes.success) return
    written.push(`${entity.name}.${transition.name}`)
    const after = await latest()
    if (transition.note === 'required') expect(after?.changes).toEqual([])
    else expect(after).toEqual(before)
  })
  it('was tried where it can be', () => expect(written).toContain('customer.edit'))
})
