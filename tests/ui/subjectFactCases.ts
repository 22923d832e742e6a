// Checks the values that a dialog displays of its record. Not a test itself; run on the library and
// the shipped product.
import { expect, it } from 'vitest'
import type { App } from '../../src/manifest/model/app'
import type { RecordData } from '../../src/protocol/calls'
import { factsOf } from '../../src/ui/form/dialogs/RecordSummary'
import { layoutForm } from '../../src/ui/form/model/layoutForm'

/** Every transition of a product; at least so many of them move a record. */
export function describeSubjectFacts(app: App, least: { readonly moves: number }): void {
  const entities = Object.values(app.entities)
  const namesOf = (...of: Parameters<typeof factsOf>) => factsOf(...of).map(({ field }) => field)

  it('are there for every move of a record that has values, and none of them is asked', () => {
    let moves = 0
    for (const entity of entities) {
      const values = Object.fromEntries(
        Object.values(entity.fields).map(({ name, type }) => [
          name,
          type === 'ref' ? { id: 1, label: 'someone' } : 'value',
        ]),
      )
      const record = {
        id: 1,
        label: 'its number',
        version: 1,
        values: { ...values, [entity.labelField]: 'its number' },
        can: [],
      } as unknown as RecordData
      for (const transition of Object.values(entity.transitions)) {
        const facts = namesOf(entity, transition, record)
        if (transition.creates || (transition.to === undefined && transition.decisionFields.length === 0)) {
          expect(facts).toEqual([])
          continue
        }
        moves += 1
        const asked = layoutForm(entity, transition).fields.map(({ name }) => name)
        expect(facts.filter((name) => asked.includes(name) || name === entity.labelField)).toEqual([])
        if (
          transition.to !== undefined &&
          entity.detail.sections
            .flatMap(({ fields }) => fields)
            .some((name) => entity.fields[name]?.type === 'money' && !asked.includes(name))
        )
          expect(facts.length).toBeGreaterThan(0)
        expect(factsOf(entity, transition, { ...record, values: {} })).toEqual([])
      }
    }
    expect(moves).toBeGreaterThan(least.moves)
  })
}
