// Serves POST /api/find: records of every entity that the caller may open, within the row scope.
// An entity that takes too long is left out and named as late.
import { mayOpenRecords } from '../../../context/callerRules'
import type { ShownField } from '../../../../manifest/access/searchedReferences'
import type { Entity } from '../../../../manifest/model/entity'
import type { Screen } from '../../../../manifest/model/screen'
import type { FindAnswer, FindRequest, FoundGroup } from '../../../../protocol/findCalls'
import type { Context } from '../../../context/context'
import { inOneLanguage } from '../../../context/language'
import { bindAnew } from '../../../query/expression/preparedQuery'
import { searchAll, searchInTime } from '../../../query/search/searchInTime'
import { referredRecords } from '../../../query/search/referredRecords'
import { matchingCodes, parseSearchText } from '../../../query/search/textSearch'
import { narrowScreen } from '../../contract/narrowScreen'
import type { RequestContext } from '../../contract/operation'
import { openLists, screenOver } from '../../records/openLists'
import { actionsOnRecords, matchingActions, type ActionMatch, type FoundOnRecords } from './findActions'
import { referencedMatches, optionOf, optionsStatement, shownOf, type OptionRow } from '../references/options'
import { withheldFrom } from './findWithheld'
import { actionsAboveLists, maxActions, refusedAboveLists } from './listActions'

/** Maximum records of an entity; the lists show the rest. */
const maxRecords = 8
/** Maximum entities searched for an action in the words. */
const maxActedOn = 3

/** @throws RequestError search_too_long for too many words */
export async function findRecords(context: RequestContext, { words: searchText }: FindRequest): Promise<FindAnswer> {
  const { app, caller } = context
  const screens = openLists(app, caller).map((screen) => narrowScreen(context, screen))
  const order = new Map(screens.map(({ entity }, index) => [entity, index] as const).reverse())
  const placeOf = ({ name }: Entity) => order.get(name) ?? screens.length
  const entities = Object.values(app.entities)
    .filter(
      (entity) => searchText.trim() !== '' && !entity.view && screens.length > 0 && mayOpenRecords(context, entity),
    )
    .sort((a, b) => placeOf(a) - placeOf(b))
  parseSearchText(searchText)
  const groups: (FoundGroup | undefined)[] = []
  const onRecords: FoundOnRecords[] = []
  const late = new Set<Entity>()
  await searchAll([
    ...entities.map((entity, index) => async () => {
      const matched = await rowsInTime(context, columnsFound(entity, screens), searchText)
      if (!matched || (matched.isPartial && matched.rows.length === 0)) late.add(entity)
      else if (matched.rows.length > 0) groups[index] = groupOf(entity, matched, screens)
    }),
    ...matchesByRecords(context, entities, searchText).map((matches, index) => async () => {
      const [{ entity, rest }] = matches as [ActionMatch]
      const matched = await rowsInTime(context, columnsFound(entity, screens), rest)
      if (!matched) late.add(entity)
      else onRecords[index] = await actionsOnRecords(context, matches, matched.rows.slice(0, maxRecords), screens)
    }),
  ])
  const present = groups.filter((group) => group !== undefined)
  const offered = actionsAboveLists(context, screens, searchText)
  const refused = refusedAboveLists(context, searchText, offered)
  const answer: FindAnswer = {
    groups: present,
    late: [...late].map(({ title }) => title),
    // Flattening skips the searches that were late.
    actions: [...onRecords.flatMap(({ actions }) => actions), ...offered],
    refused: [...onRecords.flatMap((some) => some.refused).slice(0, maxActions), ...refused.refused],
    withheld: [...(await withheldFrom(context, searchText, present.length > 0)), ...refused.withheld],
  }
  return inOneLanguage(answer, app.product, caller.language)
}

/** The actions on records found in the words, grouped by entity and remaining words. */
function matchesByRecords(context: Context, entities: readonly Entity[], searchText: string): ActionMatch[][] {
  const byRecords = new Map<string, ActionMatch[]>()
  for (const matches of matchingActions(context, entities, searchText)) {
    const key = `${matches.entity.name} ${matches.rest}`
    byRecords.set(key, [...(byRecords.get(key) ?? []), matches])
  }
  return [...byRecords.values()].slice(0, maxActedOn)
}

interface Searched {
  readonly entity: Entity
  readonly columns: readonly ShownField[]
}

/** The facts of an entity, and what the caller's lists show behind its references. */
function columnsFound(entity: Entity, screens: readonly Screen[]): Searched {
  const facts = shownOf(entity)
  const referenceColumns = screens
    .flatMap((screen) => (screen.entity === entity.name ? screen.columns : []))
    .filter(({ field }) => facts.some((fact) => field.startsWith(`${fact.field}.`)))
  return { entity, columns: [...facts, ...new Map(referenceColumns.map((column) => [column.field, column])).values()] }
}

interface FoundRows {
  readonly rows: readonly OptionRow[]
  /** true: there may be more behind a reference that could not be searched. */
  readonly isPartial: boolean
}

/** Searches by the record's own keys and by those of referenced facts. Undefined: it took too long. */
async function rowsInTime(context: Context, searched: Searched, searchText: string): Promise<FoundRows | undefined> {
  const { app, caller } = context
  const { entity } = searched
  const parsed = parseSearchText(searchText, matchingCodes(app, entity, caller, caller.language))
  const referred = await referredRecords(context, searched, searchText)
  const { references, ids } = referencedMatches(referred, parsed.values.length)
  const shape = { searchText: parsed.shape, limit: maxRecords, newest: true, references }
  const values = [...parsed.values, ...ids]
  const statement = bindAnew(optionsStatement(context, { entity }, shape), { context, values })
  const rows = await searchInTime(context, (query) => query<OptionRow>(statement))
  return rows && { rows, isPartial: (referred?.cut.length ?? 0) > 0 }
}

function groupOf(entity: Entity, { rows, isPartial }: FoundRows, screens: readonly Screen[]): FoundGroup {
  return {
    entity: entity.name,
    title: entity.title,
    screen: screenOver(screens, entity)!.path,
    records: rows.slice(0, maxRecords).map(optionOf),
    more: isPartial || rows.length > maxRecords,
  }
}
