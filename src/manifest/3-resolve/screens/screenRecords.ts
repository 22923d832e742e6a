// Resolves the records of a screen: selection, columns, order and actions.
import { declared } from '../../expression/values/present'
import type { Rule } from '../../model/rule'
import type { Audience } from '../../model/access'
import type { BatchAction, PrintAction, Screen } from '../../model/screen'
import type { Section } from '../../model/detail'
import { statesOf } from '../../expression/possibleStates'
import type * as language from '../../language/generated'
import { audienceAt, type WrittenAudience } from '../../context/audience'
import { endpointAt, ineffective } from '../../context/lookup'
import { sortAt } from '../../context/sorting'
import {
  childLocation,
  indexed,
  hintFor,
  ruleAt,
  reportProblem,
  type CompileContext,
  type ManifestLocation,
  type Mutable,
  type EntityDraft,
  reportUnknownName,
} from '../../context/compileContext'
import { neverOffered, resolveActions } from './actions'
import { resolveColumns, resolveSearch } from '../fields/columns'
import { ownTransition } from '../../context/transitionLookups'
import { choiceAt, resolveBoard, resolveCalendar, resolveFeed, resolveGallery } from './layouts'
import { resolveExchange } from './exchange'
import { checkPartialColumns } from './partialColumns'

export function resolveRecords(
  location: ManifestLocation,
  manifest: language.ScreenManifest,
  screen: Mutable<Screen>,
  entity: EntityDraft,
): void {
  const { context } = location
  const records = { ...context.base, record: entity.shape }
  const rule = (key: 'where' | 'sumWhere') =>
    manifest[key] === undefined ? undefined : ruleAt(childLocation(location, key), manifest[key], records, 'boolean')
  screen.entity = entity.name
  const [where, sumWhere] = [rule('where'), rule('sumWhere')]
  if (where !== undefined) screen.where = where
  if (sumWhere !== undefined) screen.sumWhere = sumWhere
  const all = Object.keys(entity.states)
  const possible = where && statesOf(where.node, all)
  const states = possible ? all.filter((state) => possible.has(state)) : all
  if (states.length < all.length) screen.states = states
  screen.columns = resolveColumns(childLocation(location, 'columns'), entity, manifest.columns)
  screen.filters = resolveSearch(childLocation(location, 'filters'), entity, manifest.filters)
  if (manifest.sumWhere !== undefined && !screen.columns.some((column) => column.sum))
    ineffective(location, manifest, ['sumWhere'], 'without a column that is summed up')
  if (manifest.tabsBy !== undefined) resolveTabs(childLocation(location, 'tabsBy'), manifest.tabsBy, screen, entity)
  const tabCodes = where && tabCodesOf(context, screen.tabsBy, entity, where)
  if (tabCodes !== undefined) screen.tabCodes = tabCodes
  screen.sort = (manifest.sort === undefined
    ? undefined
    : sortAt(childLocation(location, 'sort'), entity, manifest.sort, isOpenOnly(entity, screen))) ?? {
    field: 'createdAt',
    descending: true,
  }
  const scope = { row: entity, states: screen.states, refers: screen.kind === 'list' }
  screen.actions = resolveActions(childLocation(location, 'actions'), manifest.actions, scope)
  screen.batchActions = resolveBatch(
    childLocation(location, 'batchActions'),
    manifest.batchActions,
    entity,
    screen.states,
  )
  screen.endpointActions = resolveCalls(
    childLocation(location, 'endpointActions'),
    manifest.endpointActions,
    entity,
    screen.tabsBy,
  )
  resolveParts(location, manifest, screen, entity)
}

/** Records in these states are few, so that the database may compute a value of each of them to order them. */
const isOpenOnly = ({ states }: EntityDraft, screen: Pick<Screen, 'states'>): boolean =>
  screen.states !== undefined && screen.states.every((state) => !states[state]?.closed)

/** The documents that a row offers. */
function resolvePrintActions(
  location: ManifestLocation,
  printActions: language.ScreenManifest['printActions'],
  { file }: EntityDraft,
): PrintAction[] {
  const names = Object.keys(file.manifest.documents ?? {})
  return indexed(printActions).flatMap(([index, written]) => {
    const { at, name, audience } = partAt(childLocation(location, index), written, 'document')
    if (names.includes(name)) return [{ document: name, ...audience }]
    reportUnknownName(at, name, { what: 'document', among: names })
    return []
  })
}

/** A part declared by its name alone, or as an object with name and audience. */
function partAt<Key extends string>(
  location: ManifestLocation,
  written: string | (Readonly<Record<Key, string>> & WrittenAudience),
  key: Key,
): { at: ManifestLocation; name: string; audience: Audience } {
  if (typeof written === 'string') return { at: location, name: written, audience: {} }
  return { at: childLocation(location, key), name: written[key], audience: audienceAt(location, written) }
}

function resolveTabs(
  location: ManifestLocation,
  written: language.TabsBy,
  screen: Mutable<Screen>,
  entity: EntityDraft,
): void {
  const { at, name, audience } = partAt(location, written, 'field')
  screen.tabsBy = choiceAt(at, entity, name)
  if (Object.keys(audience).length > 0) screen.tabsAudience = audience
}

/** Parts that only some kinds of screens have. */
function resolveParts(
  location: ManifestLocation,
  manifest: language.ScreenManifest,
  screen: Mutable<Screen>,
  entity: EntityDraft,
): void {
  if (manifest.exchange !== undefined && screen.kind === 'list')
    screen.exchange = resolveExchange(childLocation(location, 'exchange'), manifest.exchange, {
      entity,
      screen,
    })
  screen.printActions = resolvePrintActions(childLocation(location, 'printActions'), manifest.printActions, entity)
  if (manifest.recordParam !== undefined) screen.recordParam = manifest.recordParam
  if (manifest.queue !== undefined)
    screen.queue = resolveQueue(childLocation(location, 'queue'), manifest.queue, entity, screen)
  screen.sections = resolveFormSections(childLocation(location, 'sections'), manifest.sections, screen)
  if (screen.kind === 'form') checkForm(location, manifest, screen)
  if (manifest.calendar !== undefined && screen.kind === 'calendar')
    screen.calendar = resolveCalendar(childLocation(location, 'calendar'), manifest.calendar, entity)
  if (manifest.board !== undefined) resolveBoard(childLocation(location, 'board'), manifest.board, entity, screen)
  if (manifest.gallery !== undefined && screen.kind === 'list')
    screen.gallery = resolveGallery(childLocation(location, 'gallery'), manifest.gallery, screen)
  if (manifest.feed !== undefined && screen.kind === 'list')
    screen.feed = resolveFeed(childLocation(location, 'feed'), manifest.feed, screen)
  checkPartialColumns(childLocation(location, 'columns'), manifest.columns, screen, entity)
}

/** The possible codes of tabs, if the screen's condition excludes some. */
function tabCodesOf(
  context: CompileContext,
  tabsBy: string | undefined,
  entity: EntityDraft,
  where: Rule,
): string[] | undefined {
  if (tabsBy === undefined || tabsBy === 'state') return undefined
  const left = possibleTabs(context, tabsBy, entity, where)
  return left.length < valuesOfTabs(context, tabsBy, entity).length ? left : undefined
}

/** The values of the field that makes the tabs. */
const valuesOfTabs = (context: CompileContext, tabsBy: string, entity: EntityDraft): readonly string[] =>
  tabsBy === 'state'
    ? Object.keys(entity.states)
    : (context.dictionaryCodes.get(entity.fields[tabsBy]?.dictionary ?? '') ?? [])

const possibleTabs = (context: CompileContext, tabsBy: string, entity: EntityDraft, where: Rule): string[] => [
  ...statesOf(where.node, valuesOfTabs(context, tabsBy, entity), tabsBy),
]

/** Endpoints offered above a list; `tabs` are codes of the screen's `tabsBy` field. */
function resolveCalls(
  location: ManifestLocation,
  calls: readonly language.EndpointAction[] | undefined,
  entity: EntityDraft,
  tabs: string | undefined,
): Screen['endpointActions'][number][] {
  const { context } = location
  const codes = tabs === undefined ? [] : valuesOfTabs(context, tabs, entity)
  return indexed(calls).map(([index, call]) => {
    const callLocation = childLocation(location, index)
    endpointAt(childLocation(callLocation, 'endpoint'), call.endpoint)
    for (const [tabIndex, code] of indexed(call.tabs))
      if (!codes.includes(code))
        reportProblem(
          childLocation(callLocation, 'tabs', tabIndex),
          'unknown-code',
          { name: code, of: tabs ?? 'the tabs' },
          hintFor(code, codes),
        )
    return {
      endpoint: call.endpoint,
      ...(call.tabs !== undefined && { tabs: call.tabs }),
      ...audienceAt(callLocation, call),
    }
  })
}

function resolveBatch(
  location: ManifestLocation,
  batch: language.BatchActions | undefined,
  entity: EntityDraft,
  states: readonly string[] | undefined,
): BatchAction[] {
  return indexed(batch).map(([index, written]) => {
    const { at, name, audience } = partAt(childLocation(location, index), written, 'transition')
    const transition = ownTransition(at, entity, name)
    if (transition?.creates === true)
      reportProblem(at, 'wrong-transition', { name, why: 'it creates and runs on no selected record' })
    if (transition?.askFactor !== undefined)
      reportProblem(at, 'wrong-transition', { name, why: 'it asks for a second factor for each record' })
    const why = transition && neverOffered(entity, transition, { row: entity, states })
    if (why !== undefined) reportProblem(at, 'never-offered', { name, why })
    return { transition: name, ...audience }
  })
}

function resolveQueue(
  location: ManifestLocation,
  queue: language.Queue,
  entity: EntityDraft,
  { tabsBy }: Screen,
): NonNullable<Screen['queue']> {
  const { context } = location
  const records = { ...context.base, record: entity.shape }
  const [late, where] = (['overdueWhere', 'where'] as const).map((key) =>
    queue[key] === undefined ? undefined : ruleAt(childLocation(location, key), queue[key], records, 'boolean'),
  )
  const sort = queue.sort === undefined ? undefined : sortAt(childLocation(location, 'sort'), entity, queue.sort)
  const [tab, ...others] = (where && tabsBy && possibleTabs(context, tabsBy, entity, where)) || []
  return {
    ...(late !== undefined && { overdueWhere: late }),
    ...(where !== undefined && { where }),
    ...(sort !== undefined && { sort }),
    ...(tab !== undefined && others.length === 0 && { tab }),
  }
}

/** The sections group the inputs of the form's actions. */
function resolveFormSections(
  location: ManifestLocation,
  sections: readonly language.Section[] | undefined,
  screen: Screen,
): Section[] {
  const { context } = location
  const formFields = new Set(
    screen.actions.flatMap((action) =>
      declared(context.entities, action.entity).transitions[action.transition]!.form.map(
        (formField) => formField.field,
      ),
    ),
  )
  const listed = new Set<string>()
  return indexed(sections).map(([index, section]) => {
    ineffective(
      childLocation(location, index),
      section,
      ['permissions', 'visibleWhen'],
      'on a section of a form; write `visibleWhen` on the fields of the transition',
    )
    for (const [number, name] of indexed(section.fields)) {
      const fieldLocation = childLocation(location, index, 'fields', number)
      if (!formFields.has(name))
        reportUnknownName(fieldLocation, name, { what: 'field of this form', among: formFields })
      if (listed.has(name)) reportProblem(fieldLocation, 'duplicate-entry', { name })
      listed.add(name)
    }
    return { title: section.title, fields: section.fields }
  })
}

/** A form creates a record, or changes the one that its `where` selects. */
function checkForm(location: ManifestLocation, manifest: language.ScreenManifest, screen: Screen): void {
  const { context } = location
  for (const [index, written] of indexed(manifest.actions)) {
    const name = typeof written === 'string' ? written : written.action
    const action = screen.actions.find(
      (item) => name === item.transition || name === `${item.entity}.${item.transition}`,
    )
    const transition = action && context.entities[action.entity]?.transitions[action.transition]
    if (transition?.creates === false && manifest.where === undefined)
      reportProblem(childLocation(location, 'actions', index), 'missing-part', {
        thing: `\`${name}\`, which needs a record,`,
        key: 'where',
      })
  }
}
