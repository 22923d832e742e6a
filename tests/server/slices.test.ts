// Does everything come along that a screen needs to call things by their titles? Every state that is shown has its title there, whatever entity it is a state of.
import { expect, it } from 'vitest'
import type { Column } from '../../src/manifest/app'
import type { Caller } from '../../src/server/context'
import { detailEntities, sliceScreen, surroundings } from '../../src/server/slices'
import { ownerOf } from '../../src/ui/values/scene'
import { readSchemas } from '../whole/schemas'

const app = readSchemas()
const caller = {
  me: { id: 1 },
  codes: new Set(Object.keys(app.access.codes)),
  administrator: true,
  disabled: new Set(),
  scope: 'all',
} as unknown as Caller

it('no list shows the code of a state', () => {
  let states = 0
  const untitled: string[] = []
  for (const path of Object.keys(app.screens)) {
    const screen = sliceScreen(app, caller, app.screens[path]!)
    const known = surroundings(
      app,
      caller,
      screen.entity === undefined ? [] : detailEntities(app, screen.entity),
      screen,
    )
    const look = (entity: string | undefined, columns: readonly Column[]) => {
      for (const { field, type, dictionary } of columns) {
        if (type !== 'choice' || dictionary !== undefined) continue
        states += 1
        if (Object.keys(ownerOf(known, entity, field)?.states ?? {}).length === 0) untitled.push(`${path}: ${field}`)
      }
    }
    look(screen.entity, [...screen.columns, ...screen.search])
    for (const related of known.entities[screen.entity ?? '']?.detail.related ?? [])
      look(related.entity, related.columns)
  }
  expect(states).toBeGreaterThan(20)
  expect(untitled).toEqual([])
})

it("what a number counts is the server's: no rule of a report or of a figure travels", () => {
  const counting = Object.values(app.screens).filter(
    ({ report, blocks }) => report ?? blocks.some(({ figures }) => figures.length > 0),
  )
  expect(counting.length).toBeGreaterThan(5)
  for (const screen of counting) {
    const { report, blocks } = sliceScreen(app, caller, screen)
    for (const number of [...(report?.measures ?? []), ...blocks.flatMap(({ figures }) => figures)])
      expect(JSON.stringify(number), screen.path).not.toMatch(/"node"|"source"/)
  }
})
