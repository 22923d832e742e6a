// Checks that a screen's answer contains the title of everything that it shows, every state
// included. Not a test itself; run on the library and the shipped product.
import { expect, it } from 'vitest'
import type { App } from '../../src/manifest/model/app'
import type { Column } from '../../src/manifest/model/column'
import type { Caller } from '../../src/server/context/context'
import { narrowScreen } from '../../src/server/endpoints/contract/narrowScreen'
import { detailEntities, definitionsForCaller } from '../../src/server/endpoints/screens/definitionsForCaller'
import { screenForCaller } from '../../src/server/endpoints/screens/screenForCaller'
import { entityAtPath } from '../../src/ui/values/renderContext'

/** Every screen of a product; at least so many states are shown, and so many screens count. */
export function describeDefinitions(app: App, least: { readonly states: number; readonly counting: number }): void {
  const caller = {
    me: { id: 1 },
    codes: new Set(Object.keys(app.access.permissions)),
    administrator: true,
    disabled: new Set(),
    scope: 'all',
  } as unknown as Caller

  it('no list shows the code of a state', () => {
    let states = 0
    const untitled: string[] = []
    for (const path of Object.keys(app.screens)) {
      const screen = screenForCaller(app, caller, app.screens[path]!)
      const known = definitionsForCaller(
        { app, caller, now: new Date() },
        screen.entity === undefined ? [] : detailEntities(app, screen.entity),
        screen,
      )
      const look = (entity: string | undefined, columns: readonly Column[]) => {
        for (const { field, type, dictionary } of columns) {
          if (type !== 'choice' || dictionary !== undefined) continue
          states += 1
          if (Object.keys(entityAtPath(known, entity, field)?.states ?? {}).length === 0)
            untitled.push(`${path}: ${field}`)
        }
      }
      look(screen.entity, [...screen.columns, ...screen.filters])
      for (const related of known.entities[screen.entity ?? '']?.detail.related ?? [])
        look(related.entity, related.columns)
    }
    expect(states).toBeGreaterThan(least.states)
    expect(untitled).toEqual([])
  })

  it("what a number counts is the server's: no rule of a report or of a figure travels", () => {
    const counting = Object.values(app.screens).filter(
      ({ report, blocks }) => report ?? blocks.some(({ figures }) => figures.length > 0),
    )
    expect(counting.length).toBeGreaterThan(least.counting)
    for (const screen of counting) {
      const narrowed = narrowScreen({ app, caller, now: new Date() }, screen)
      const { report, blocks } = screenForCaller(app, caller, narrowed)
      for (const number of [...(report?.measures ?? []), ...blocks.flatMap(({ figures }) => figures)])
        expect(JSON.stringify(number), screen.path).not.toMatch(/"node"|"source"/)
    }
  })
}
