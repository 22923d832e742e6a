// Finds the records that cells name: by label, by a text that only one record has, or by both.
// Conversely, adds such a text to labels that several records share.
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { groupBy } from '../../../../manifest/expression/values/lists'
import { declared, firstItem } from '../../../../manifest/expression/values/present'
import { entityOf } from '../../../../manifest/model/app'
import type { Entity } from '../../../../manifest/model/entity'
import { referencedEntity, type Field } from '../../../../manifest/model/field'
import type { LocalizableText } from '../../../../manifest/expression/message'
import { untranslated } from '../../../../manifest/model/text'
import type { OptionsRequest, RecordData, RefValue, Value } from '../../../../protocol/calls'
import { isLastingRefusal } from '../../../../protocol/requestError'
import type { Context } from '../../../context/context'
import { joined, phrase } from '../../../context/phrases'
import { bind } from '../../../query/expression/preparedQuery'
import { isText, labelSql, textSql } from '../../../query/expression/fieldSql'
import { planningFor } from '../../../query/expression/planning'
import { and, RowSource } from '../../../query/expression/rowSource'
import { canReadField } from '../../../query/policy/fieldAccess'
import { rowsInReach } from '../../../query/policy/rowScope'
import { hintSql, offeredOptions, readOptions } from '../../lists/references/options'
import { quotable } from '../exchangeCells'

/** Records by the text of a cell, newest first. */
export type NamedRecords = ReadonlyMap<string, readonly number[]>

/** Records that are read of those with one name. */
const maxSameName = 200

/**
 * Records of an entity by what cells have written, within the caller's reach. A label precedes every other text, an
 * identifying text what is composed of both.
 */
export async function recordsNamed(
  context: Context,
  entityName: string,
  texts: readonly string[],
): Promise<NamedRecords> {
  const named = new Map(await recordsSpelled(context, entityName, texts, (source) => [labelSql(source)]))
  const others = texts.filter((text) => !named.has(text))
  // One statement for each field, which an index of the field answers.
  for (const name of identifyingFields(entityOf(context.app, entityName), context.caller)) {
    const identified = await recordsSpelled(context, entityName, others, (source) => [textSql(source, name)])
    for (const [text, ids] of identified) named.set(text, [...new Set([...(named.get(text) ?? []), ...ids])])
  }
  const composed = others.filter((text) => text.includes(between) && !named.has(text))
  for (const [text, ids] of await recordsSpelled(context, entityName, composed, spellings)) named.set(text, ids)
  return named
}

async function recordsSpelled(
  context: Context,
  entityName: string,
  texts: readonly string[],
  spelled: (source: RowSource, context: Context) => readonly Sql[],
): Promise<NamedRecords> {
  if (texts.length === 0) return new Map()
  const source = RowSource.of(planningFor(context), entityOf(context.app, entityName))
  const id = source.column('id')
  const reached = and(rowsInReach(source, context.caller))
  const values = spelled(source, context)
  const text = values.length === 1 ? firstItem(values) : sql`"spelling"."text"`
  const each = sql`CROSS JOIN LATERAL unnest(ARRAY[${join(values, ', ')}]) AS "spelling"("text")`
  // Limit per name, so that a name shared by thousands does not crowd out the others.
  const matches = sql`SELECT ${text} AS "text", ${id} AS "id",
      row_number() OVER (PARTITION BY ${text} ORDER BY ${id} DESC) AS "rank"
    FROM ${source.from()} ${values.length === 1 ? empty : each}
    WHERE ${text} = ANY(${[...new Set(texts)]}::text[]) ${reached}`
  const statement = sql`SELECT "text", "id" FROM (${matches}) AS "matches" WHERE "rank" <= ${raw(String(maxSameName))}`
  const rows = await context.query<{ text: string; id: number }>(bind(statement, { context }))
  const groups = groupBy(rows, ({ text: name }) => name)
  return new Map([...groups].map(([name, same]) => [name, [...new Set(same.map((row) => row.id))]]))
}

const between = ' · '

/** The number of a record, and the text fields of which no two records have the same value. */
function identifyingFields(entity: Entity, caller: Context['caller']): string[] {
  const unique = entity.unique.flatMap(({ fields }) => (fields.length === 1 ? fields : []))
  const names = ['no', ...unique].filter((name) => name !== entity.labelField && Object.hasOwn(entity.fields, name))
  return [...new Set(names)].filter((name) => {
    const field = declared(entity.fields, name)
    return isText(field) && !field.secret && canReadField(field, caller)
  })
}

const identityOf = (source: RowSource, { caller }: Context): Sql[] =>
  identifyingFields(source.entity!, caller).map((name) => sql`NULLIF(${textSql(source, name)}, '')`)

/** What a form shows beside a label. */
const hintOf = (source: RowSource, { caller }: Context): Sql =>
  sql`NULLIF(${hintSql(source, caller, source.entity!.facts)}, '')`

/** What is written beside a label that several records share: an identifying text, else what a form shows beside it. */
function distinction(source: RowSource, context: Context): Sql {
  const texts = [...identityOf(source, context), hintOf(source, context)]
  return sql`COALESCE(${join(texts, ', ')})`
}

/** Composed of the label and what distinguishes records of the same label. */
function spellings(source: RowSource, context: Context): readonly Sql[] {
  const beside = [...identityOf(source, context), hintOf(source, context)]
  const label = labelSql(source)
  return beside.map((text) => sql`${label} || ${between}::text || ${text}`)
}

/** What distinguishes a record from others of its label: as a cell writes it, and as a form shows it. */
interface DistinctTexts {
  readonly written: string
  readonly inForm: string
}

/** Of these records within the caller's reach, by id. */
async function distinctTexts(
  context: Context,
  entityName: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, DistinctTexts>> {
  if (ids.length === 0) return new Map()
  const source = RowSource.of(planningFor(context), entityOf(context.app, entityName))
  const id = source.column('id')
  const reached = and(rowsInReach(source, context.caller))
  const [label, beside, hint] = [labelSql(source), distinction(source, context), hintOf(source, context)]
  const inForm = sql`CASE WHEN strpos(${hint}, ${beside}) > 0 THEN ${hint} ELSE ${beside} END`
  const after = (text: Sql) => sql`${label} || COALESCE(${between}::text || ${text}, '')`
  const statement = sql`SELECT ${id} AS "id", ${after(beside)} AS "written", ${after(inForm)} AS "inForm"
    FROM ${source.from()} WHERE ${id} = ANY(${[...ids]}::bigint[]) ${reached} ORDER BY ${id} DESC`
  const rows = await context.query<DistinctTexts & { id: number }>(bind(statement, { context }))
  return new Map(rows.map((row) => [row.id, row]))
}

const maxChoices = 5

/** Refuses a name that no record in reach has. */
export const unknownName = ({ title }: Field, text: string): LocalizableText =>
  phrase('import_name_unknown', { text: quotable(text), field: title })

/** The same with some that the form would take. */
export const unknownWithExamples = async (
  context: Context,
  request: OptionsRequest,
  field: Field,
  text: string,
): Promise<{ readonly wrong: LocalizableText }> => ({
  wrong: await withTaken(context, request, text, unknownName(field, text)),
})

/** The one of the records with this name that a form offers; else what is wrong, with some that it would take. */
export async function offeredRecord(
  context: Context,
  request: OptionsRequest,
  text: string,
  ids: readonly number[],
): Promise<{ readonly value: RefValue } | { readonly wrong: LocalizableText }> {
  const quoted = quotable(text)
  // Of a name that more records share than are read, the one that is offered may be among those left out.
  const label = ids.length < maxSameName ? undefined : text
  const { optionQuery, answer } = await offeredOptions(context, { ...request, ids }, label)
  const { options } = answer
  if (options.length === 1) return { value: firstItem(options) }
  if (options.length === 0)
    return { wrong: await withTaken(context, request, text, phrase('import_name_not_offered', { text: quoted })) }
  const some = options.slice(0, maxChoices).map(({ id }) => id)
  const texts = await distinctTexts(context, optionQuery.entity.name, some)
  const listed = joined(
    'choices',
    [...texts.values()].map(({ inForm }) => untranslated(inForm)),
  )
  const choices = options.length > maxChoices ? phrase('and_more', { listed }) : listed
  return { wrong: phrase('import_name_ambiguous', { text: quoted, choices }) }
}

/** A refusal with labels that the form offers: those that the text finds, else the first. */
async function withTaken(
  context: Context,
  request: OptionsRequest,
  words: string,
  problem: LocalizableText,
): Promise<LocalizableText> {
  const example = (await offeredExample(context, { ...request, words })) ?? (await offeredExample(context, request))
  return example ? phrase('import_cell_missing', { problem, example }) : problem
}

/** Some labels that a form offers for a reference; undefined if it offers none. */
export async function offeredExample(context: Context, request: OptionsRequest): Promise<LocalizableText | undefined> {
  const labels = await offeredLabels(context, request)
  if (labels.length === 0) return undefined
  const listed = joined('choices', labels.slice(0, maxChoices).map(untranslated))
  return labels.length > maxChoices ? phrase('and_more', { listed }) : listed
}

/** None where the form offers none yet, as before another choice. */
async function offeredLabels(context: Context, request: OptionsRequest): Promise<readonly string[]> {
  const { options } = await readOptions(context, request).catch((error: unknown) => {
    if (isLastingRefusal(error)) return { options: [] }
    throw error
  })
  return [...new Set(options.map(({ label }) => label))]
}

/** A reference and the field that holds it. */
interface HeldReference {
  readonly field: Field
  readonly value: RefValue
}

/** How cells write these references: labels that several records in reach share get a distinguishing text. */
async function referenceTexts(
  context: Context,
  references: readonly HeldReference[],
): Promise<(field: Field, value: Value) => Value> {
  const shared = new Map<string, ReadonlyMap<number, DistinctTexts>>()
  for (const [entityName, held] of groupBy(references, ({ field }) => referencedEntity(field))) {
    const labels = [...new Set(held.map(({ value }) => value.label))]
    const named = await recordsSpelled(context, entityName, labels, (source) => [labelSql(source)])
    const several = held.filter(({ value }) => (named.get(value.label)?.length ?? 0) > 1)
    const texts = await distinctTexts(context, entityName, [...new Set(several.map(({ value }) => value.id))])
    shared.set(entityName, texts)
  }
  return (field, value) => {
    if (!isReference(value)) return value
    const texts = shared.get(referencedEntity(field))?.get(value.id)
    return texts === undefined ? value : { ...value, label: texts.written }
  }
}

/** The same for the columns of these records. */
export function recordReferences(
  context: Context,
  columns: readonly { readonly field: Field }[],
  records: readonly Pick<RecordData, 'values'>[],
): ReturnType<typeof referenceTexts> {
  const held = columns.flatMap(({ field }) =>
    field.type === 'ref'
      ? records.flatMap(({ values }) => {
          const value = values[field.name] ?? null
          return isReference(value) ? [{ field, value }] : []
        })
      : [],
  )
  return referenceTexts(context, held)
}

const isReference = (value: Value): value is RefValue =>
  typeof value === 'object' && value !== null && 'label' in value && 'id' in value
