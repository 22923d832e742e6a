// Where does a person see what a part of a manifest says? Addresses, and what is pressed there, for each use of a key.
import type { KeyUse } from '../../../scripts/manual/keys'
import type { App } from '../../../src/manifest/model/app'
import type { Screen } from '../../../src/manifest/model/screen'
import type { Source } from '../../../src/manifest/json/source'

export interface Place {
  readonly role: string
  readonly address: string
  /** The action that is pressed there, as entity.transition, or the part of a record that is opened. */
  readonly press?: string
}

/** A record of an entity that somebody sees, by role; undefined where there is none. */
export type FindRecord = (entity: string, role: string) => Promise<number | undefined>

const roles = ['owner', 'admin', 'guide'] as const

/** The places of a use, the most telling first. */
export async function placesOf(app: App, sources: readonly Source[], use: KeyUse, find: FindRecord): Promise<Place[]> {
  const manifest = JSON.parse(sources.find(({ path }) => path === use.file)!.text) as Record<string, unknown>
  const [, name = '', kind = ''] = /([^/]+)\.(\w+)\.json$/.exec(use.file) ?? []
  switch (kind) {
    case 'screen':
      return screenPlaces(app, app.screens[manifest.path as string], use, find)
    case 'entity':
      return entityPlaces(app, name, use, find)
    case 'dictionary':
      return dictionaryPlaces(app, name, find)
    case 'endpoint':
      return endpointPlaces(app, name)
    case 'integration':
      return integrationPlaces(app, name)
    default:
      return frontPlaces(app, use.file)
  }
}

const asAll = (address: string, press?: string): Place[] =>
  roles.map((role) => ({ role, address, ...(press && { press }) }))

async function screenPlaces(app: App, screen: Screen | undefined, use: KeyUse, find: FindRecord): Promise<Place[]> {
  if (!screen) return []
  const [part, index] = use.path
  if (screen.layout === 'empty' || screen.permissions.includes('public'))
    return [{ role: '', address: screen.path }, ...asAll(screen.path)]
  if (part === 'moreLists') {
    const list = screen.moreLists[Number(index ?? 0)]
    return [...asAll(`${screen.path}?list=${list?.name}`), ...asAll(screen.path)]
  }
  if (screen.kind === 'detail') return recordOf(app, screen.entity!, find, (id) => `${screen.path}?id=${id}`)
  const pressed =
    part === 'actions' && index !== undefined && screen.actions[Number(index)]
      ? asAll(screen.path, `${screen.actions[Number(index)]!.entity}.${screen.actions[Number(index)]!.transition}`)
      : []
  const opened = screen.recordParam
    ? await recordOf(app, screen.entity!, find, (id) => `${screen.path}?${screen.recordParam}=${id}`)
    : []
  const framed = screen.blocks.some(({ kind }) => kind === 'frame')
    ? await recordOf(
        app,
        screen.blocks.find(({ kind }) => kind === 'frame')?.entity ?? '',
        find,
        (id) => `${screen.path}?id=${id}`,
      )
    : []
  return [...framed, ...asAll(screen.path), ...opened, ...pressed, ...asAll(app.product.homeScreen)]
}

async function recordOf(app: App, entity: string, find: FindRecord, address: (id: number) => string): Promise<Place[]> {
  const found = await Promise.all(roles.map(async (role) => [role, await find(entity, role)] as const))
  return found.flatMap(([role, id]) => (id === undefined ? [] : [{ role, address: address(id) }]))
}

async function entityPlaces(app: App, entity: string, use: KeyUse, find: FindRecord): Promise<Place[]> {
  const lists = Object.values(app.screens).filter(
    (screen) => screen.entity === entity && ['list', 'board', 'calendar'].includes(screen.kind),
  )
  const [part, name] = use.path
  const records = lists[0] ? await recordOf(app, entity, find, (id) => `${lists[0]!.path}?record=${entity}:${id}`) : []
  const offering = Object.values(app.screens).filter(({ actions }) =>
    actions.some((action) => action.entity === entity && (part !== 'transitions' || action.transition === name)),
  )
  const dialogs = offering
    .slice(0, 3)
    .flatMap((screen) =>
      asAll(
        screen.path,
        screen.kind === 'form'
          ? undefined
          : `${entity}.${transitionIn(screen, entity, part === 'transitions' ? String(name) : undefined)}`,
      ),
    )
  const printed = part === 'documents' ? records.map((place) => ({ ...place, press: 'print' })) : []
  const shown = lists.slice(0, 3).flatMap((screen) => asAll(screen.path))
  return part === 'transitions'
    ? [...dialogs, ...shown, ...records]
    : [...printed, ...(part === 'detail' ? [...records, ...shown] : [...shown, ...records]), ...dialogs]
}

const transitionIn = (screen: Screen, entity: string, wanted?: string): string =>
  wanted ?? screen.actions.find((action) => action.entity === entity)!.transition

async function dictionaryPlaces(app: App, dictionary: string, find: FindRecord): Promise<Place[]> {
  const holders = Object.values(app.entities).filter(({ fields }) =>
    Object.values(fields).some((field) => 'dictionary' in field && field.dictionary === dictionary),
  )
  const places = await Promise.all(
    holders.slice(0, 3).map(({ name }) => entityPlaces(app, name, { file: '', path: [], value: null }, find)),
  )
  return places.flat()
}

function endpointPlaces(app: App, name: string): Place[] {
  const screens = Object.values(app.screens).filter(
    ({ blocks, endpointActions }) =>
      blocks.some(({ endpoint }) => endpoint === name) || endpointActions.some(({ endpoint }) => endpoint === name),
  )
  return [...screens.flatMap(({ path }) => asAll(path)), { role: '', address: '/login' }, ...asAll('/settings')]
}

function integrationPlaces(app: App, name: string): Place[] {
  const screens = Object.values(app.screens).filter(
    ({ signInTo, linkTo, blocks }) =>
      signInTo === name || linkTo === name || blocks.some(({ integration }) => integration === name),
  )
  return screens.slice(0, 3).flatMap(({ path }) => asAll(path))
}

function frontPlaces(app: App, file: string): Place[] {
  const home = asAll(app.product.homeScreen)
  if (file.endsWith('module.json'))
    return [...home, ...asAll(Object.values(app.screens).find(({ module }) => file.startsWith(module))?.path ?? '/')]
  if (file.endsWith('settings.json')) return asAll('/settings')
  return [
    { role: '', address: '/login' },
    ...home,
    { role: 'restricted', address: app.product.homeScreen },
    ...asAll('/settings'),
    ...asAll('/message'),
  ]
}
