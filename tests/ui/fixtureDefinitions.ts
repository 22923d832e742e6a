// The entities and dictionaries that the fixture sends: those of the server.
// All of a product are 1.5 MB, which each page load of a test would write and read.
import type { App } from '../../src/manifest/model/app'
import type { Entity } from '../../src/manifest/model/entity'
import type { Screen } from '../../src/manifest/model/screen'
import type { EntityAnswer } from '../../src/protocol/screenCalls'
import { definitionsForCaller, detailEntities } from '../../src/server/endpoints/screens/definitionsForCaller'
import { serverCaller } from '../../src/server/context/context'

type Definitions = Pick<EntityAnswer, 'entities' | 'dictionaries'>

const found = new WeakMap<App, Map<string, Definitions>>()

/** Those of a screen, for a caller with all rights. */
export const definitionsOfScreen = (app: App, screen: Screen): Definitions =>
  once(app, screen.path, () => {
    const parts = [...screen.actions, ...screen.blocks.flatMap((block) => [block, ...block.actions])]
    const names = parts.flatMap(({ entity }) => entity ?? [])
    return definitionsOf(
      app,
      [...(screen.entity === undefined ? [] : detailEntities(app, screen.entity)), ...names],
      screen,
    )
  })

/** Those of the detail of an entity. */
export const definitionsOfEntity = (app: App, entity: string): Definitions =>
  once(app, `entity ${entity}`, () => definitionsOf(app, detailEntities(app, entity)))

function once(app: App, name: string, find: () => Definitions): Definitions {
  const ofApp = found.get(app) ?? new Map<string, Definitions>()
  found.set(app, ofApp)
  const definitions = ofApp.get(name) ?? find()
  ofApp.set(name, definitions)
  return definitions
}

/** The entities whole, as the tests change and read them. */
function definitionsOf(app: App, names: readonly string[], screen?: Screen): Definitions {
  const codes = new Set(Object.keys(app.access.permissions))
  const caller = { ...serverCaller(app.product.languages[0]!), codes, administrator: true }
  const { entities, dictionaries } = definitionsForCaller({ app, caller, now: new Date() }, names, screen)
  const whole: Record<string, Entity> = {}
  for (const name of Object.keys(entities)) whole[name] = app.entities[name]!
  return { entities: whole, dictionaries }
}
