// Serves POST /api/find: records of every entity that the caller may open, within the row scope.
// An entity that takes too long is left out and named as late.
import { mayOpenRecords } from '../../../context/callerRules'
import type { Entity } from '../../../../manifest/model/entity'
import type { Screen } from '../../../../manifest/model/screen'
import type { FindAnswer, FindRequest, FoundGroup } from '../../../../protocol/findCalls'
import type { Context } from '../../../context/context'
import { inOneLanguage } from '../../../context/language'
import { bindAnew } from '../../../query/expression/preparedQuery'
import { readConcurrently } from '../../../query/readConcurrently'
import { searchInTime } from '../../../query/search/searchInTime'
import type { Searched } from '../../../query/search/referredRecords'
import { parseSearchText } from '../../../query/search/textSearch'
import { narrowScreen } from '../../contract/narrowScreen'
import type { RequestContext } from '../../contract/operation'
import { openLists, screenOver } from '../../records/openLists'
import { actionsOnRecords, matchingActions, type ActionMatch, type FoundOnRecords } from './findActions'
import { optionOf, optionsStatement, shownOf, type OptionRow } from '../references/options'
import { rowsByRank, rankedSearch, type SearchStep } from '../references/rankedSearch'
import { withheldFrom } from './findWithheld'
import { actionsAboveLists, maxActions, refusedAboveLists } from './listActions'

type Query = Context['query']

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
      (entity) =>
        searchText.trim() !== '' &&
        !entity.view &&
        !entity.hideInPalette &&
        screens.length > 0 &&
        mayOpenRecords(context, entity),
    )
    .sort((a, b) => placeOf(a) - placeOf(b))
  parseSearchText(searchText)
  const groups: (FoundGroup | undefined)[] = []
  const onRecords: FoundOnRecords[] = []
  const late = new Set<Entity>()
  await readConcurrently<void>(context, [
    ...entities.map((entity, index) => async (query: Query) => {
      const matched = await rowsInTime(context, query, columnsFound(context, entity, screens), searchText)
      if (matched.rows.length > 0) groups[index] = groupOf(entity, matched, screens)
      else if (matched.isPartial) late.add(entity)
    }),
    ...matchesByRecords(context, entities, searchText).map((matches, index) => async (query: Query) => {
      const [{ entity, rest }] = matches as [ActionMatch]
      const matched = await rowsInTime(context, query, columnsFound(context, entity, screens), rest)
      if (matched.isPartial && matched.rows.length === 0) late.add(entity)
      else {
        const rows = matched.rows.slice(0, maxRecords)
        onRecords[index] = await actionsOnRecords({ ...context, query }, matches, rows, screens)
      }
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

/** The facts of an entity, and what the caller's lists show behind its references. */
function columnsFound(context: Context, entity: Entity, screens: readonly Screen[]): Searched {
  const facts = shownOf(context, entity)
  const referenceColumns = screens
    .flatMap((screen) => (screen.entity === entity.name ? screen.columns : []))
    .filter(({ field }) => facts.some((fact) => field.startsWith(`${fact.field}.`)))
  return {
    entity,
    columns: [...new Map([...facts, ...referenceColumns].map((column) => [column.field, column])).values()],
  }
}

interface FoundRows {
  readonly rows: readonly OptionRow[]
  /** true: there may be more, which took too long to search or is behind a reference that could not be searched. */
  readonly isPartial: boolean
}

/** Searches by the record's own keys and by those of referenced facts; what takes too long is left out. */
async function rowsInTime(context: Context, query: Query, searched: Searched, searchText: string): Promise<FoundRows> {
  const { entity } = searched
  const words = await rankedSearch(context, searched, searchText, query)
  const statementOf = (step: SearchStep) =>
    bindAnew(optionsStatement(context, { entity }, { step, limit: maxRecords, newest: true }), {
      context,
      values: step.values,
    })
  let isPartial = words.isCut
  const rows = await rowsByRank(words, maxRecords, async (part) => {
    const ranked = await searchInTime({ query }, (bounded) => bounded<OptionRow>(statementOf(part)))
    isPartial ||= ranked === undefined
    return ranked ?? []
  })
  return { rows, isPartial }
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
