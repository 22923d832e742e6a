// Serves POST /api/find: records of every entity that the caller may open, within the row scope.
// An entity that takes too long is left out and named.
import type { App } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'
import type { Screen } from '../../../manifest/model/screen'
import { canRun } from '../../../manifest/access/permissions'
import type { FindAnswer, FindRequest, FoundGroup } from '../../../protocol/calls'
import type { Caller, Context } from '../../context/context'
import { inOneLanguage } from '../../context/language'
import { RequestAborted } from '../../database/connection/cancelOnAbort'
import { bind } from '../../query/expression/preparedQuery'
import { matchingCodes, parseSearchText } from '../../query/search/textSearch'
import { mayOpenRecords, narrowScreen } from '../contract/narrowScreen'
import type { RequestContext } from '../contract/operation'
import { openLists, screenOver } from '../records/openLists'
import { optionOf, optionsStatement, type OptionRow } from './options'

/** Records of an entity; the lists show the rest. */
const mostRecords = 5
/** Milliseconds that one entity may take. */
const longest = 1_000
/** Entities that are read at a time: below an account's share, so that the page behind goes on. */
const atOnce = 2

/** @throws RequestError 2001 for too many words */
export async function findRecords(context: RequestContext, { words }: FindRequest): Promise<FindAnswer> {
  const { app, caller } = context
  const screens = openLists(app, caller).map((screen) => narrowScreen(context, screen))
  const order = new Map(screens.map(({ entity }, index) => [entity, index] as const).reverse())
  const placeOf = ({ name }: Entity) => order.get(name) ?? screens.length
  const entities = Object.values(app.entities)
    .filter((entity) => words.trim() !== '' && !entity.view && screens.length > 0 && mayOpenRecords(context, entity))
    .sort((a, b) => placeOf(a) - placeOf(b))
  parseSearchText(words)
  const groups: (FoundGroup | undefined)[] = []
  const late: Entity[] = []
  const waiting = entities.map((entity, index) => ({ entity, index }))
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { entity, index } = next
      const rows = await rowsInTime(context, entity, words)
      if (!rows) late.push(entity)
      else if (rows.length > 0) groups[index] = groupOf(entity, rows, screens)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const answer = {
    groups: groups.filter((group) => group !== undefined),
    late: late.map(({ title }) => title),
    actions: actionsFor(app, caller, screens, words),
  }
  return inOneLanguage(answer, app.product, caller.language)
}

/** Undefined: it took too long. What the page itself no longer waits for ends the whole call. */
async function rowsInTime(context: RequestContext, entity: Entity, words: string): Promise<OptionRow[] | undefined> {
  const { asker } = context
  const limit = AbortSignal.timeout(longest)
  const signal = asker.signal ? AbortSignal.any([asker.signal, limit]) : limit
  try {
    return await rowsOf(context, entity, words, (statement) =>
      context.server.database.readFor<OptionRow>(statement, { ...asker, signal, large: true }),
    )
  } catch (error) {
    if (error instanceof RequestAborted && limit.aborted && !asker.signal?.aborted) return undefined
    throw error
  }
}

function rowsOf(
  context: Context,
  entity: Entity,
  words: string,
  read: (statement: Parameters<Context['query']>[0]) => Promise<OptionRow[]>,
): Promise<OptionRow[]> {
  const { app, caller } = context
  const parsed = parseSearchText(words, matchingCodes(app, entity, caller, caller.language))
  const shape = { words: parsed.shape, limit: mostRecords, newest: true }
  return read(bind(optionsStatement(context, { entity }, shape), { context, values: parsed.values }, true))
}

function groupOf(entity: Entity, rows: readonly OptionRow[], screens: readonly Screen[]): FoundGroup {
  return {
    entity: entity.name,
    title: entity.title,
    screen: screenOver(screens, entity)!.path,
    records: rows.slice(0, mostRecords).map(optionOf),
    more: rows.length > mostRecords,
  }
}

/** The actions above lists that create a record, by title: each once, on the first list that has it. */
function actionsFor(app: App, caller: Caller, screens: readonly Screen[], words: string): FindAnswer['actions'] {
  const requested = words.trim().toLowerCase()
  const actions = new Map<string, FindAnswer['actions'][number]>()
  for (const screen of screens)
    for (const { entity, transition: name, title, place } of screen.actions) {
      const transition = app.entities[entity]?.transitions[name]
      const action = `${entity}.${name}`
      if (place !== 'toolbar' || !transition || actions.has(action) || !canRun(app, caller, transition)) continue
      if (Object.values(title).some((text) => text.toLowerCase().includes(requested)))
        actions.set(action, { title, screen: screen.path, action })
    }
  return [...actions.values()].slice(0, requested === '' ? undefined : mostRecords)
}
