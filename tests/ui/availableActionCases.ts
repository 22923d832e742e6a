// Checks that harmful actions come last. Not a test itself; run on the library and the shipped
// product.
import { expect, it } from 'vitest'
import type { App } from '../../src/manifest/model/app'
import type { RecordData } from '../../src/protocol/calls'
import { actionsOf, isDanger } from '../../src/ui/actions/availableActions'

const row = (can: readonly string[]): RecordData => ({ id: 1, version: 1, label: '', values: {}, can })

/** Every screen of a product; at least so many of its actions are dangerous. */
export function describeActionOrder(app: App, least: { readonly dangerous: number }): void {
  it('has no harm before anything else on any screen', () => {
    let seen = 0
    for (const { actions, entity } of Object.values(app.screens)) {
      const every = actions.map((action) =>
        action.entity === entity && action.on === undefined
          ? action.transition
          : `${action.entity}.${action.transition}`,
      )
      const harm = actionsOf(row(every), actions, entity, app.entities).map((action) => isDanger(action, app.entities))
      expect(harm).toEqual(harm.toSorted())
      seen += harm.filter(Boolean).length
    }
    expect(seen).toBeGreaterThanOrEqual(least.dangerous)
  })
}
