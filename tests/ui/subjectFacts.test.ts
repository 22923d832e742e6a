// What does a dialog show of the record that it moves on? What decides, and nothing that is asked or said already.
import { describe, expect, it } from 'vitest'
import type { RecordData } from '../../src/protocol/calls'
import { factsOf } from '../../src/ui/form/SubjectFacts'
import { readApp } from './fixture'

const entities = Object.values(readApp().entities)

describe('the facts of a record', () => {
  it('are there for every move of a record that has values, and none of them is asked', () => {
    let moves = 0
    for (const entity of entities) {
      const values = Object.fromEntries(Object.values(entity.fields).map(({ name, type }) => [name, type === 'ref' ? { id: 1, label: 'someone' } : 'value']))
      const record = { id: 1, label: 'its number', version: 1, values: { ...values, [entity.label]: 'its number' }, can: [] } as unknown as RecordData
      for (const transition of Object.values(entity.transitions)) {
        const facts = factsOf(entity, transition, record)
        if (transition.creates || transition.to === undefined) {
          expect(facts).toEqual([])
          continue
        }
        moves += 1
        const asked = transition.asks.map(({ field }) => field)
        expect(facts.filter((name) => asked.includes(name) || name === entity.label)).toEqual([])
        if (entity.detail.sections.flatMap(({ fields }) => fields).some((name) => entity.fields[name]?.type === 'money' && !asked.includes(name))) expect(facts.length).toBeGreaterThan(0)
        expect(factsOf(entity, transition, { ...record, values: {} })).toEqual([])
      }
    }
    expect(moves).toBeGreaterThan(20)
  })

  it('begin with what the rules of the move go by, then the sums', () => {
    const { order, placement } = readApp().entities
    const filled = (entity: typeof order) => ({ id: 1, label: '', version: 1, can: [], values: Object.fromEntries(Object.values(entity!.fields).map(({ name, type }) => [name, type === 'ref' ? { id: 1, label: 'someone' } : '1'])) }) as unknown as RecordData
    expect(factsOf(placement!, placement!.transitions.pay!, filled(placement))).toEqual(expect.arrayContaining(['payable', 'depositAmount', 'goodsAmount', 'surchargeAmount']))
    expect(factsOf(placement!, placement!.transitions.confirmPrice!, filled(placement))).toContain('payable')
    expect(factsOf(order!, order!.transitions.assignWork!, filled(order))).toContain('balanceDue')
  })
})
