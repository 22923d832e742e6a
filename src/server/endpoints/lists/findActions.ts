// Finds actions by words: those above lists by title, and on a record as in "smith add note".
// An action on a record is offered only where the caller may run it on that record now.
import sql, { join } from 'sql-template-tag'
import { canRead, canRun } from '../../../manifest/access/permissions'
import type { App } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'
import type { Screen } from '../../../manifest/model/screen'
import type { Text } from '../../../manifest/model/text'
import { noteAction, type FoundAction } from '../../../protocol/findCalls'
import type { Caller, Context } from '../../context/context'
import { isFor } from '../../context/callerRules'
import { messageText } from '../../../manifest/expression/message'
import { localeOf, phrase } from '../../context/phrases'
import { identifier } from '../../database/sql/identifier'
import {
  allowedCreations,
  allowedOnRow,
  createAllowedCheck,
  rawColumns,
  type AllowedTransition,
} from '../../query/policy/allowedTransitions'
import { planningFor } from '../../query/expression/compiler'
import { bind } from '../../query/expression/preparedQuery'
import { RowSource } from '../../query/expression/rowSource'
import { effectiveRowScope, scopeCondition } from '../../query/policy/rowScope'
import { screenOver } from '../records/openLists'
import type { OptionRow } from './options'

/** Actions of each kind that are answered. */
const mostActions = 5
/** Titles shorter than this are no words of an action within other words. */
const shortest = 2
/** Words between the record and what is to be done with it, at either end of the rest. */
const particles = /^(?:给|为|替|对|把|将|for|to|of)(?![a-z])\s*|\s*(?:的|for|to|of)$/giu

/** The actions above lists that create a record, by title: each once, on the first list that has it. */
export function actionsAboveLists(app: App, caller: Caller, screens: readonly Screen[], words: string): FoundAction[] {
  const requested = words.trim().toLowerCase()
  const actions = new Map<string, FoundAction>()
  for (const screen of screens)
    for (const { entity, transition: name, title, place } of screen.actions) {
      const transition = app.entities[entity]?.transitions[name]
      const action = `${entity}.${name}`
      if (place !== 'toolbar' || !transition || actions.has(action) || !canRun(app, caller, transition)) continue
      if (Object.values(title).some((text) => text.toLowerCase().includes(requested)))
        actions.set(action, { title, screen: screen.path, action })
    }
  return [...actions.values()].slice(0, requested === '' ? undefined : mostActions)
}

/** An action that the words name, and the words that are left for the record. */
export interface NamedAction {
  readonly entity: Entity
  readonly title: Text
  /** As it stands in a record's `can`. */
  readonly action: string
  readonly offer?: AllowedTransition
  readonly rest: string
}

/** The actions on records of these entities that the words name, the longest title first. */
export function namedActions(context: Context, entities: readonly Entity[], words: string): NamedAction[] {
  const candidates = entities.flatMap((entity) =>
    offersOn(context, entity).flatMap((offer) => {
      const rests = Object.values(offer.title).flatMap((title) => restOf(words, title) ?? [])
      return rests[0] === undefined ? [] : [{ ...offer, entity, rest: rests[0] }]
    }),
  )
  const shortestRest = Math.min(...candidates.map(({ rest }) => rest.length))
  return candidates.filter(({ rest }) => rest.length === shortestRest)
}

/**
 * The words without those of a title, or without a first or last word that is part of it; undefined where nothing of
 * the title is in them, or nothing else is.
 */
function restOf(words: string, title: string): string | undefined {
  const [lower, name] = [words.toLowerCase().trim(), title.toLowerCase()]
  const parts = lower.split(/\s+/)
  const isPart = (word: string | undefined) => word !== undefined && [...word].length >= shortest && name.includes(word)
  const start = [...name].length < shortest ? -1 : lower.indexOf(name)
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

function offersOn(context: Context, entity: Entity): Omit<NamedAction, 'entity' | 'rest'>[] {
  const { app, caller } = context
  const onRecord = allowedOnRow(context, entity)
  const begun = entity.detail.related
    .filter((item) => isFor(context, item) && canRead(app, caller, app.entities[item.entity]!))
    .flatMap(({ entity: name, reference: by, actions }) =>
      allowedCreations(
        context,
        entity,
        actions.map((transition) => ({ entity: name, transition, by })),
      ),
    )
  const note = entity.detail.notes ? [{ title: noteTitle(app), action: noteAction }] : []
  return [
    ...[...onRecord, ...begun].map((offer) => ({ title: offer.transition.title, action: offer.name, offer })),
    ...note,
  ]
}

const noteTitle = ({ product }: App): Text =>
  Object.fromEntries(
    product.languages.map((language) => [language, messageText(phrase('note_write'), localeOf(product, language))]),
  )

/** The named actions on the found records, on each of which the caller may run it now. */
export async function actionsOnRecords(
  context: Context,
  named: readonly NamedAction[],
  rows: readonly OptionRow[],
  screens: readonly Screen[],
): Promise<FoundAction[]> {
  const { entity } = named[0]!
  const offers = named.flatMap(({ offer }) => offer ?? [])
  const can = await allowedOn(
    context,
    entity,
    offers,
    rows.map(({ id }) => id),
  )
  return rows.flatMap(({ id, label, hint }) =>
    named
      .filter(({ offer }) => !offer || can.get(id)?.has(offer.name))
      .map(({ title, action }) => ({
        title,
        screen: screenOver(screens, entity)!.path,
        action,
        record: { entity: entity.name, id, label: label ?? String(id), ...(hint && { hint }) },
      })),
  )
}

/** Which of the transitions the caller may run on each of the records now, as far as state and rules decide. */
async function allowedOn(
  context: Context,
  entity: Entity,
  offers: readonly AllowedTransition[],
  ids: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  if (ids.length === 0 || offers.length === 0) return new Map()
  const source = RowSource.of(planningFor(context), entity)
  const columns = rawColumns(source, offers).map(({ as, value }) => sql`${value} AS ${identifier(as)}`)
  const scope = scopeCondition(source, effectiveRowScope(context.caller)) ?? sql`TRUE`
  const rows = await context.query<Record<string, unknown>>(
    bind(
      sql`SELECT ${join([sql`${source.column('id')} AS "id"`, ...columns], ', ')} FROM ${source.from()}
        WHERE ${source.column('id')} = ANY(${[...ids]}::bigint[]) AND ${scope}`,
      { context },
    ),
  )
  const checks = offers.map(
    (offer) => [offer.name, createAllowedCheck(context, offer, (name) => name)(context)] as const,
  )
  return new Map(
    rows.map((row) => [Number(row.id), new Set(checks.filter(([, holds]) => holds(row)).map(([name]) => name))]),
  )
}
