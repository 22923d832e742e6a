// What is a screen? Resolves it against its entity. Every kind of screen has the keys that mean something to it; the others are refused.
import type { Reminder, Screen, ScreenKind, Section } from '../app'
import { statesOf } from '../derive/ruleStates'
import type * as language from '../generated/language'
import {
  endpointAt,
  entityNamed,
  fieldNamed,
  iconAt,
  ineffective,
  permissionsAt,
  routeAt,
  settingAt,
  sortAt,
  typeAt,
} from '../names'
import type { File } from '../read'
import { at, below, each, hintFor, ruleAt, tell, type At, type Draft, type EntityDraft, type World } from '../world'
import { neverOffered, resolveActions } from './actions'
import { resolveBlocks } from './blocks'
import { resolveColumns, resolvePaths, resolveSearch } from './columns'
import { ownTransition } from './effects'
import { resolveLists } from './lists'
import { resolveReport, searchedAxes } from './report'

type Key = keyof language.ScreenManifest
const RECORDS = ['entity', 'where', 'scope', 'search', 'actions', 'refresh', 'queue'] as const satisfies readonly Key[]

/** What means something to a kind of screen, besides what every screen has. */
const KEYS: Readonly<Record<ScreenKind, readonly Key[]>> = {
  list: [
    ...RECORDS,
    'columns',
    'tabs',
    'sort',
    'sumWhere',
    'batch',
    'calls',
    'recordQuery',
    'export',
    'reminder',
    'blocks',
    'lists',
  ],
  form: ['entity', 'where', 'actions', 'sections', 'columns', 'sort'],
  detail: ['entity', 'refresh'],
  calendar: [...RECORDS, 'calendar'],
  board: [...RECORDS, 'board', 'sort'],
  report: ['report', 'export', 'scope', 'refresh'],
  dashboard: ['blocks', 'refresh'],
  page: ['blocks', 'refresh'],
  redirect: ['redirect'],
  external: ['href'],
}
const NEEDS: Readonly<Record<ScreenKind, readonly Key[]>> = {
  list: ['entity', 'columns'],
  form: ['entity', 'actions'],
  detail: ['entity'],
  calendar: ['entity', 'calendar'],
  board: ['entity', 'board'],
  report: ['report'],
  dashboard: ['blocks'],
  page: ['blocks'],
  redirect: ['redirect'],
  external: ['href'],
}
const EVERY: readonly Key[] = [
  '$schema',
  'path',
  'title',
  'kind',
  'permission',
  'icon',
  'order',
  'hidden',
  'pinned',
  'keep',
  'autoLogin',
  'layout',
]
/** A screen that is left at once, or opens elsewhere, is no tab and keeps nothing. */
const NOT_SHOWN: readonly Key[] = ['pinned', 'keep', 'autoLogin', 'layout']

/** Screens without an `order` stand behind the others, by their address. */
export const LAST = 1_000_000

export function resolveScreen(world: World, file: File<language.ScreenManifest>): Screen {
  const { manifest } = file
  const { kind } = manifest
  checkKeys(world, file)
  const place = at(file)
  if (manifest.path.startsWith('/api/')) tell(world, below(place, 'path'), 'reserved-route')
  iconAt(world, below(place, 'icon'), manifest.icon)
  const module = world.manifests.modules.get(file.module)?.manifest
  const screen: Draft<Screen> = {
    ...bareScreen(manifest),
    module: file.module,
    source: file.path,
    permission:
      manifest.permission === undefined
        ? (module?.permission ?? ['signed-in'])
        : permissionsAt(world, below(place, 'permission'), manifest.permission, ['public', 'signed-in', 'admin']),
  }
  if (kind === 'redirect') resolveRedirect(world, place, manifest, screen)
  if (kind === 'external') resolveHref(world, place, manifest, screen)
  if (kind === 'report' && manifest.report !== undefined) {
    screen.report = resolveReport(world, below(place, 'report'), manifest.report)
    screen.search = searchedAxes(world, below(place, 'report', 'search'), manifest.report, screen.report)
  }
  if (KEYS[kind].includes('blocks')) screen.blocks = resolveBlocks(world, below(place, 'blocks'), manifest.blocks)
  const entity =
    manifest.entity === undefined || !KEYS[kind].includes('entity')
      ? undefined
      : entityNamed(world, below(place, 'entity'), manifest.entity)
  if (entity !== undefined) resolveRecords(world, place, manifest, screen, entity)
  if (kind === 'list')
    screen.lists = resolveLists(world, below(place, 'lists'), manifest.lists, screen, bareScreen, resolveRecords)
  return screen
}

/** What a manifest says of a screen without a name to resolve. */
function bareScreen(manifest: language.ScreenManifest): Draft<Screen> {
  const { path, title, kind, icon, scope, refresh } = manifest
  return {
    path,
    module: '',
    title,
    kind,
    permission: [],
    order: manifest.order ?? LAST,
    hidden: manifest.hidden === true || kind === 'detail',
    pinned: manifest.pinned === true,
    keep: manifest.keep !== false,
    autoLogin: manifest.autoLogin === true,
    layout: manifest.layout ?? 'main',
    columns: [],
    search: [],
    sort: { field: 'id', descending: true },
    actions: [],
    batch: [],
    calls: [],
    export: manifest.export ?? (kind === 'list' || kind === 'report'),
    sections: [],
    blocks: [],
    lists: [],
    source: '',
    ...(icon !== undefined && { icon }),
    ...(scope !== undefined && { scope }),
    ...(refresh !== undefined && { refresh }),
  }
}

function checkKeys(world: World, file: File<language.ScreenManifest>): void {
  const { manifest } = file
  const { kind } = manifest
  for (const key of Object.keys(manifest) as Key[]) {
    if (EVERY.includes(key) || KEYS[kind].includes(key)) continue
    ineffective(world, file, [], manifest, [key], `on a screen of kind ${kind}`)
  }
  for (const key of NEEDS[kind])
    if (manifest[key] === undefined)
      tell(world, at(file, 'kind'), 'missing-part', { thing: `a screen of kind ${kind}`, key })
  // Without a record there is nothing to show, so no menu leads there.
  if (kind === 'detail')
    ineffective(world, file, [], manifest, ['hidden', 'order', 'icon', 'pinned'], 'on a screen of kind detail')
  if (kind === 'form' && manifest.columns === undefined)
    ineffective(world, file, [], manifest, ['sort'], 'on a form without columns')
  if (kind === 'redirect' || kind === 'external')
    ineffective(world, file, [], manifest, NOT_SHOWN, `on a screen of kind ${kind}`)
}

function resolveRedirect(world: World, place: At, manifest: language.ScreenManifest, screen: Draft<Screen>): void {
  if (manifest.redirect === undefined) return
  screen.redirect = manifest.redirect
  // An address that ends in * leads to whatever stands in place of the star.
  if (manifest.path.endsWith('/*') && manifest.redirect === '/*') return
  routeAt(world, below(place, 'redirect'), manifest.redirect)
  if (manifest.redirect === manifest.path)
    tell(world, below(place, 'redirect'), 'cycle', { chain: `${manifest.path} -> ${manifest.path}` })
}

function resolveHref(world: World, place: At, manifest: language.ScreenManifest, screen: Draft<Screen>): void {
  if (manifest.href === undefined) return
  screen.href = manifest.href
  const system = world.manifests.outside.get(manifest.href)
  if (system !== undefined) {
    if (system.manifest.page === undefined)
      tell(world, below(place, 'href'), 'missing-part', { thing: `The outside system ${manifest.href}`, key: 'page' })
    return
  }
  settingAt(world, below(place, 'href'), manifest.href, 'text', 'a setting that is a text')
  const address = world.settings[manifest.href]?.value
  // Whoever follows it leaves for a page, and never runs what an address says.
  if (typeof address === 'string' && !/^https?:\/\/[^\s/@\\]+(\/|$)/.test(address))
    tell(world, below(place, 'href'), 'bad-format', {
      found: `"${address}"`,
      pattern: 'of an address that begins with http:// or https://',
    })
}

function resolveRecords(
  world: World,
  place: At,
  manifest: language.ScreenManifest,
  screen: Draft<Screen>,
  entity: EntityDraft,
): void {
  const records = { ...world.base, record: entity.shape }
  const rule = (key: 'where' | 'sumWhere') =>
    manifest[key] === undefined ? undefined : ruleAt(world, below(place, key), manifest[key], records, 'boolean')
  screen.entity = entity.name
  const [where, sumWhere] = [rule('where'), rule('sumWhere')]
  if (where !== undefined) screen.where = where
  if (sumWhere !== undefined) screen.sumWhere = sumWhere
  const all = Object.keys(entity.states)
  const states = where === undefined ? all : all.filter((state) => possible(where, all).has(state))
  if (states.length < all.length) screen.states = states
  screen.columns = resolveColumns(world, below(place, 'columns'), entity, manifest.columns)
  screen.search = resolveSearch(world, below(place, 'search'), entity, manifest.search)
  if (manifest.sumWhere !== undefined && !screen.columns.some((column) => column.sum))
    ineffective(world, place.file, place.path, manifest, ['sumWhere'], 'without a column that is summed up')
  if (manifest.tabs !== undefined) screen.tabs = choiceAt(world, below(place, 'tabs'), entity, manifest.tabs)
  const codes =
    screen.tabs === undefined || screen.tabs === 'state' || where === undefined
      ? undefined
      : world.dictionaryCodes.get(entity.fields[screen.tabs]?.dictionary ?? '')
  const left = codes && statesOf(where!.node, codes, screen.tabs)
  if (left && left.size < codes.length) screen.tabCodes = [...left]
  screen.sort = (manifest.sort === undefined
    ? undefined
    : sortAt(world, below(place, 'sort'), entity, manifest.sort)) ?? { field: 'createdAt', descending: true }
  const scope = { row: entity, states: screen.states, refers: screen.kind === 'list' }
  screen.actions = resolveActions(world, below(place, 'actions'), manifest.actions, scope)
  screen.batch = resolveBatch(world, below(place, 'batch'), manifest.batch, entity, screen.states)
  screen.calls = resolveCalls(world, below(place, 'calls'), manifest.calls, entity, screen.tabs)
  if (manifest.recordQuery !== undefined) screen.recordQuery = manifest.recordQuery
  if (manifest.queue !== undefined) screen.queue = resolveQueue(world, below(place, 'queue'), manifest.queue, entity)
  if (manifest.reminder !== undefined)
    screen.reminder = resolveReminder(world, below(place, 'reminder'), manifest.reminder)
  screen.sections = resolveFormSections(world, below(place, 'sections'), manifest.sections, screen)
  if (screen.kind === 'form') checkForm(world, place, manifest, screen)
  if (manifest.calendar !== undefined && screen.kind === 'calendar')
    screen.calendar = resolveCalendar(world, below(place, 'calendar'), manifest.calendar, entity)
  if (manifest.board !== undefined && screen.kind === 'board')
    screen.board = {
      by: choiceAt(world, below(place, 'board', 'by'), entity, manifest.board.by),
      card: resolvePaths(world, below(place, 'board', 'card'), entity, manifest.board.card),
    }
}

function possible(where: NonNullable<Screen['where']>, all: readonly string[]): ReadonlySet<string> {
  return statesOf(where.node, all)
}

function choiceAt(world: World, place: At, entity: EntityDraft, name: string): string {
  const field = fieldNamed(world, place, entity, name)
  if (field !== undefined && typeAt(world, place, name, field, ['choice'], 'a choice or `state`') && !field.stored)
    tell(world, place, 'wrong-field', { name, expected: 'a stored field' })
  return name
}

/** Endpoints offered above a list; `tabs` are codes of the field that its tabs show. */
function resolveCalls(
  world: World,
  place: At,
  calls: readonly language.ListCall[] | undefined,
  entity: EntityDraft,
  tabs: string | undefined,
): Screen['calls'][number][] {
  const codes =
    tabs === undefined
      ? []
      : tabs === 'state'
        ? Object.keys(entity.states)
        : (world.dictionaryCodes.get(entity.fields[tabs]?.dictionary ?? '') ?? [])
  return each(calls).map(([index, call]) => {
    const own = below(place, index)
    endpointAt(world, below(own, 'endpoint'), call.endpoint)
    for (const [at, code] of each(call.tabs))
      if (!codes.includes(code))
        tell(
          world,
          below(own, 'tabs', at),
          'unknown-code',
          { name: code, of: tabs ?? 'the tabs' },
          hintFor(code, codes),
        )
    return { endpoint: call.endpoint, ...(call.tabs !== undefined && { tabs: call.tabs }) }
  })
}

function resolveBatch(
  world: World,
  place: At,
  batch: readonly string[] | undefined,
  entity: EntityDraft,
  states: readonly string[] | undefined,
): string[] {
  for (const [index, name] of each(batch)) {
    const own = below(place, index)
    const transition = ownTransition(world, own, entity, name)
    if (transition?.creates === true)
      tell(world, own, 'wrong-transition', { name, why: 'it creates and runs on no selected record' })
    const why = transition && neverOffered(entity, transition, { row: entity, states })
    if (why !== undefined) tell(world, own, 'never-offered', { name, why })
  }
  return each(batch).map(([, name]) => name)
}

function resolveQueue(
  world: World,
  place: At,
  queue: language.Queue,
  entity: EntityDraft,
): NonNullable<Screen['queue']> {
  const records = { ...world.base, record: entity.shape }
  const [late, where] = (['late', 'where'] as const).map((key) =>
    queue[key] === undefined ? undefined : ruleAt(world, below(place, key), queue[key], records, 'boolean'),
  )
  return { ...(late !== undefined && { late }), ...(where !== undefined && { where }) }
}

function resolveReminder(world: World, place: At, reminder: language.Reminder): Reminder | undefined {
  const entity = entityNamed(world, below(place, 'entity'), reminder.entity)
  if (entity === undefined) return undefined
  const where = ruleAt(world, below(place, 'where'), reminder.where, { ...world.base, record: entity.shape }, 'boolean')
  const columns = resolveColumns(world, below(place, 'columns'), entity, reminder.columns)
  const all = Object.keys(entity.states)
  const states = where === undefined ? undefined : all.filter((state) => possible(where, all).has(state))
  const actions = resolveActions(world, below(place, 'actions'), reminder.actions, {
    row: entity,
    states,
    refers: true,
  })
  const sort = reminder.sort === undefined ? undefined : sortAt(world, below(place, 'sort'), entity, reminder.sort)
  return (
    where && {
      title: reminder.title,
      entity: entity.name,
      where,
      columns,
      actions,
      ...(sort !== undefined && { sort }),
    }
  )
}

/** The sections group what the actions of the form ask. */
function resolveFormSections(
  world: World,
  place: At,
  sections: readonly language.Section[] | undefined,
  screen: Screen,
): Section[] {
  const asked = new Set(
    screen.actions.flatMap((action) =>
      world.entities[action.entity]!.transitions[action.transition]!.asks.map((ask) => ask.field),
    ),
  )
  const seen = new Set<string>()
  return each(sections).map(([index, section]) => {
    for (const [number, name] of each(section.fields)) {
      const own = below(place, index, 'fields', number)
      if (!asked.has(name)) tell(world, own, 'unknown-name', { what: 'asked field', name }, hintFor(name, asked))
      if (seen.has(name)) tell(world, own, 'duplicate-entry', { name })
      seen.add(name)
    }
    return { title: section.title, fields: section.fields }
  })
}

/** A form makes a new record, or changes the one that its `where` finds. */
function checkForm(world: World, place: At, manifest: language.ScreenManifest, screen: Screen): void {
  for (const [index, written] of each(manifest.actions)) {
    const name = typeof written === 'string' ? written : written.action
    const action = screen.actions.find((one) => name === one.transition || name === `${one.entity}.${one.transition}`)
    const transition = action && world.entities[action.entity]?.transitions[action.transition]
    if (transition?.creates === false && manifest.where === undefined)
      tell(world, below(place, 'actions', index), 'missing-part', {
        thing: `\`${name}\`, which needs a record,`,
        key: 'where',
      })
  }
}

function resolveCalendar(
  world: World,
  place: At,
  calendar: language.Calendar,
  entity: EntityDraft,
): NonNullable<Screen['calendar']> {
  const typed = (
    key: 'date' | 'period' | 'rows' | 'colour',
    types: Parameters<typeof typeAt>[4],
    expected: string,
  ): void => {
    const name = calendar[key]
    const field = name === undefined ? undefined : fieldNamed(world, below(place, key), entity, name)
    if (field !== undefined && typeAt(world, below(place, key), name!, field, types, expected) && !field.stored)
      tell(world, below(place, key), 'wrong-field', { name: name!, expected: 'a stored field' })
  }
  typed('date', ['date', 'datetime'], 'a date or a moment')
  typed('period', ['choice'], 'a choice')
  typed('rows', ['ref', 'choice'], 'a reference or a choice')
  typed('colour', ['choice'], 'a choice or `state`')
  return { ...calendar, title: resolvePaths(world, below(place, 'title'), entity, calendar.title) }
}
