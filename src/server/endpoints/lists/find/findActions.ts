// Finds actions on records by words as in "smith add note".
// What the caller may not run on a found record now is returned apart, to be explained.
import { firstItem } from '../../../../manifest/expression/values/present'
import sql, { join } from 'sql-template-tag'
import { canRead, canRun } from '../../../../manifest/access/permissions'
import { isForPeople } from '../../../../manifest/access/stepOrder'
import { entityOf, type App } from '../../../../manifest/model/app'
import type { Entity } from '../../../../manifest/model/entity'
import type { Screen } from '../../../../manifest/model/screen'
import { isSameTitle, type Text } from '../../../../manifest/model/text'
import { noteAction, type FindAnswer, type FoundAction } from '../../../../protocol/findCalls'
import type { Context } from '../../../context/context'
import { isFor } from '../../../context/callerRules'
import { messageText } from '../../../../manifest/expression/message'
import { localeOf, phrase } from '../../../context/phrases'
import { identifier } from '../../../database/sql/identifier'
import {
  allowedCreations,
  allowedOnRow,
  createAllowedCheck,
  rawColumns,
  type AllowedTransition,
} from '../../../query/policy/allowedTransitions'
import { planningFor } from '../../../query/expression/planning'
import { bind } from '../../../query/expression/preparedQuery'
import { RowSource } from '../../../query/expression/rowSource'
import { rowsInReach } from '../../../query/policy/rowScope'
import { screenOver } from '../../records/openLists'
import { creationsOf } from '../../records/refusals/creations'
import type { OptionRow } from '../references/options'

/** Minimum length of a title that is recognized within other words. */
const minTitleLength = 2
/** An action found in the words, and the remaining words for the record. */
export interface ActionMatch {
  readonly entity: Entity
  readonly title: Text
  /** As listed in a record's `can`. */
  readonly action: string
  readonly allowed?: AllowedTransition
  /** true: the caller may run it on no record. */
  readonly isForOthers?: true
  readonly rest: string
}

/**
 * The actions on records of these entities found in the words: of several those that leave the fewest words, where
 * those of others leave none more than the caller's own.
 */
export function matchingActions(context: Context, entities: readonly Entity[], searchText: string): ActionMatch[] {
  const particles = particlesOf(context.app)
  const candidates = entities.flatMap((entity) =>
    actionsOn(context, entity).flatMap((allowed) => {
      const rests = Object.values(allowed.title).flatMap((title) => restOf(searchText, title, particles) ?? [])
      return rests[0] === undefined ? [] : [{ ...allowed, entity, rest: rests[0] }]
    }),
  )
  const callersOwn = candidates.filter(({ isForOthers }) => !isForOthers)
  const deciding = callersOwn.length > 0 ? callersOwn : candidates
  const shortestRest = Math.min(...deciding.map(({ rest }) => rest.length))
  return [...callersOwn, ...candidates.filter(({ isForOthers }) => isForOthers)].filter(
    ({ rest }) => rest.length === shortestRest,
  )
}

/**
 * The words without those of a title, or without a first or last word that is part of it; undefined if they contain
 * nothing of the title, or nothing else.
 */
function restOf(searchText: string, title: string, particles: RegExp): string | undefined {
  const [lower, name] = [searchText.toLowerCase().trim(), title.toLowerCase()]
  const parts = lower.split(/\s+/)
  const isPart = (word: string | undefined) =>
    word !== undefined && [...word].length >= minTitleLength && name.includes(word)
  const start = [...name].length < minTitleLength ? -1 : indexOfWords(lower, name)
  const around =
    start >= 0
      ? [lower.slice(0, start), lower.slice(start + name.length)]
      : parts.length < 2
        ? []
        : isPart(parts.at(-1))
          ? [parts.slice(0, -1).join(' ')]
          : isPart(parts[0])
            ? [parts.slice(1).join(' ')]
            : []
  const rest = around.map((part) => part.trim().replace(particles, '').trim()).filter((part) => part !== '')
  return rest.join(' ') || undefined
}

/** A letter of a script that puts blanks between words. Other scripts write words together. */
const letter = '[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}]'
const isWithinWord = new RegExp(`^${letter}{2}$`, 'u')

/** The first place of whole words in a text; -1: none. "credit" does not contain "edit", 给王芳edit does. */
function indexOfWords(text: string, words: string): number {
  const splitsWord = (index: number) => index > 0 && isWithinWord.test(text.slice(index - 1, index + 1))
  let start = text.indexOf(words)
  while (start >= 0 && (splitsWord(start) || splitsWord(start + words.length))) start = text.indexOf(words, start + 1)
  return start
}

/** Connecting words of any language, removed from both ends of the remaining words where they are whole words. */
function particlesOf({ product }: App): RegExp {
  const any = (key: 'find_before' | 'find_after', asWord: (word: string) => string) =>
    product.languages
      .flatMap((language) => messageText(phrase(key), localeOf(product, language)).split(' '))
      .map((word) => {
        const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
        return new RegExp(letter, 'u').test(word) ? asWord(escaped) : escaped
      })
      .join('|')
  const before = any('find_before', (word) => `${word}(?!${letter})`)
  const after = any('find_after', (word) => `(?<!${letter})${word}`)
  return new RegExp(`^(?:${before})\\s*|\\s*(?:${after})$`, 'giu')
}

function actionsOn(context: Context, entity: Entity): Omit<ActionMatch, 'entity' | 'rest'>[] {
  const { app, caller } = context
  const onRecord = allowedOnRow(context, entity)
  const related = entity.detail.related.filter(
    (item) => isFor(context, item) && canRead(app, caller, entityOf(app, item.entity)),
  )
  const creations = related.flatMap(({ entity: name, reference: by, actions }) =>
    allowedCreations(
      context,
      entity,
      actions.map((transition) => ({ entity: name, transition, by })),
    ),
  )
  const note = entity.detail.notes ? [{ title: noteTitle(app), action: noteAction }] : []
  return [
    ...[...onRecord, ...creations].map((allowed) => ({
      title: allowed.transition.title,
      action: allowed.name,
      allowed,
    })),
    ...note,
    ...actionsOfOthers(context, entity, related),
  ]
}

/** The actions on records of an entity that the caller may run on none of them. */
function actionsOfOthers(
  { app, caller }: Context,
  { transitions }: Entity,
  related: Entity['detail']['related'],
): Omit<ActionMatch, 'entity' | 'rest'>[] {
  const creations = related.flatMap((table) =>
    creationsOf(app, table).map((transition) => ({ transition, action: `${table.entity}.${transition.name}` })),
  )
  const onRecord = Object.values(transitions)
    .filter((transition) => !transition.creates && isForPeople(transition))
    .map((transition) => ({ transition, action: transition.name }))
  return [...onRecord, ...creations]
    .filter(({ transition }) => !canRun(app, caller, transition))
    .map(({ transition: { title }, action }) => ({ title, action, isForOthers: true }))
}

const noteTitle = ({ product }: App): Text =>
  Object.fromEntries(
    product.languages.map((language) => [language, messageText(phrase('note_write'), localeOf(product, language))]),
  )

/** What is found on records: what may be run on them now, and what may not. */
export type FoundOnRecords = Pick<FindAnswer, 'actions' | 'refused'>

/** The matching actions on the found records; a refused one only where none of its title may be run. */
export async function actionsOnRecords(
  context: Context,
  matches: readonly ActionMatch[],
  rows: readonly OptionRow[],
  screens: readonly Screen[],
): Promise<FoundOnRecords> {
  const { entity } = firstItem(matches)
  const transitions = matches.flatMap(({ allowed }) => allowed ?? [])
  const can = await allowedOn(
    context,
    entity,
    transitions,
    rows.map(({ id }) => id),
  )
  const screen = screenOver(screens, entity)!.path
  const byRecord = rows.map(({ id, label, hint }) => {
    const isOffered = ({ allowed, isForOthers }: ActionMatch) =>
      !isForOthers && (!allowed || can.get(id)?.has(allowed.name) === true)
    const record = { entity: entity.name, id, label: label ?? String(id), ...(hint && { hint }) }
    const asFound = ({ title, action }: ActionMatch): FoundAction => ({ title, screen, action, record })
    const offered = matches.filter(isOffered)
    const refused = matches.filter(
      (match, index) =>
        !isOffered(match) &&
        ![...offered, ...matches.slice(0, index)].some(({ title }) => isSameTitle(title, match.title)),
    )
    return { actions: offered.map(asFound), refused: refused.map(asFound) }
  })
  return {
    actions: byRecord.flatMap(({ actions }) => actions),
    refused: byRecord.flatMap(({ refused }) => refused),
  }
}

/** Which of the transitions the caller may run on each of the records now, as far as state and rules decide. */
async function allowedOn(
  context: Context,
  entity: Entity,
  transitions: readonly AllowedTransition[],
  ids: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  if (ids.length === 0 || transitions.length === 0) return new Map()
  const source = RowSource.of(planningFor(context), entity)
  const columns = rawColumns(source, transitions).map(({ as, value }) => sql`${value} AS ${identifier(as)}`)
  const scope = rowsInReach(source, context.caller) ?? sql`TRUE`
  const rows = await context.query<Record<string, unknown>>(
    bind(
      sql`SELECT ${join([sql`${source.column('id')} AS "id"`, ...columns], ', ')} FROM ${source.from()}
        WHERE ${source.column('id')} = ANY(${[...ids]}::bigint[]) AND ${scope}`,
      { context },
    ),
  )
  const checks = transitions.map(
    (allowed) => [allowed.name, createAllowedCheck(context, allowed, (name) => name)(context)] as const,
  )
  return new Map(
    rows.map((row) => [Number(row.id), new Set(checks.filter(([, holds]) => holds(row)).map(([name]) => name))]),
  )
}
