// Resolves paths into columns and filters, with titles and types from the fields at their ends.
import { presentOf } from '../../expression/values/present'
import { fieldsInstead, reportWrongField } from '../../context/fittingFields'
import { isNumberType } from '../../expression/values/valueTypes'
import type { Column } from '../../model/column'
import { textIn, type Text } from '../../model/text'
import { textOf } from '../../expression/message'
import { engineText } from '../../context/engineTexts'
import { isGroupable } from '../../access/freeColumns'
import { fieldTypes } from '../../fieldTypes/fieldTypes'
import type * as language from '../../language/generated'
import { audienceAt } from '../../context/audience'
import { pathFrom, type PathTarget } from '../../context/lookup'
import { isSortable } from '../../context/sorting'
import {
  childLocation,
  indexed,
  reportProblem,
  type ManifestLocation,
  type EntityDraft,
  type CompileContext,
} from '../../context/compileContext'

type ManifestColumn = language.FieldPath | language.ColumnDetail

/** Resolves the columns of a list; a duplicate path is a problem. */
export function resolveColumns(
  location: ManifestLocation,
  draft: EntityDraft,
  columns: readonly ManifestColumn[] | undefined,
): Column[] {
  const { context } = location
  const listed = new Set<string>()
  const resolved = indexed(columns).flatMap(([index, written]) => {
    const detail = typeof written === 'string' ? { field: written } : written
    const columnLocation = childLocation(location, index, ...(typeof written === 'string' ? [] : ['field']))
    const reached = pathFrom(columnLocation, draft, detail.field)
    if (reached === undefined) return []
    if (listed.has(detail.field)) reportProblem(columnLocation, 'duplicate-entry', { name: detail.field })
    listed.add(detail.field)
    if (detail.sum === true && !isNumberType(reached.field.type))
      reportProblem(
        childLocation(location, index, 'sum'),
        'ineffective-key',
        { key: 'sum', where: `on a field of type ${reached.field.type}` },
        { key: true },
      )
    return [
      {
        reached,
        column: { ...columnOf(context, detail, reached), ...audienceAt(childLocation(location, index), detail) },
      },
    ]
  })
  return distinctTitles(context, resolved)
}

/** Resolves the fields of a search form. */
export function resolveSearch(
  location: ManifestLocation,
  draft: EntityDraft,
  paths: readonly string[] | undefined,
): Column[] {
  const columns = resolveColumns(location, draft, paths)
  for (const [index, path] of indexed(paths)) {
    const column = columns.find((item) => item.field === path)
    if (column !== undefined && !fieldTypes[column.type].searchable)
      reportWrongField(childLocation(location, index), {
        name: path,
        expected: `a field that can be searched, not ${column.type}`,
        fits: fieldsInstead('', draft.fields, ({ type }) => fieldTypes[type].searchable),
      })
  }
  return columns
}

/** Resolves paths whose fields are shown unchanged. */
export function resolvePaths(
  location: ManifestLocation,
  draft: EntityDraft,
  paths: readonly string[] | undefined,
): string[] {
  return resolveColumns(location, draft, paths).map((column) => column.field)
}

/**
 * Without an `owner` the column cannot be grouped, as in a record's related lists and documents. Does not check the
 * path: the caller has followed it.
 */
export function columnOf(
  context: CompileContext,
  detail: language.ColumnDetail,
  reached: Pick<PathTarget, 'field'> & Partial<Pick<PathTarget, 'owner'>>,
): Column {
  const { field, owner } = reached
  return {
    field: detail.field,
    title: detail.title ?? field.title,
    sum: detail.sum === true,
    hiddenByDefault: detail.hiddenByDefault === true,
    type: field.type,
    sortable: isSortable(context, reached),
    ...(owner && isGroupable(field, owner.fields) && { groupable: true }),
    ...presentOf(detail, 'width', 'pin'),
    ...presentOf(field, 'dictionary', 'entity', 'format', 'drillDown'),
    ...briefOf(field),
  }
}

/** Of lines what a cell shows: the fields that summarize one, and its files. */
function briefOf({ summaryFields: brief, fields = {} }: PathTarget['field']): Pick<Column, 'summaryFields' | 'fields'> {
  if (brief === undefined) return {}
  return {
    summaryFields: brief,
    fields: Object.fromEntries(
      Object.entries(fields).filter(([name, { type }]) => type === 'files' || brief.includes(name)),
    ),
  }
}

/** Distinguishes columns of equal titles by the references on their paths. */
function distinctTitles(
  context: CompileContext,
  resolved: readonly { reached: PathTarget; column: Column }[],
): Column[] {
  const { languages } = context.manifests
  const nameOf = ({ title }: Column) => textIn(title, languages[0])
  const counts = new Map<string, number>()
  for (const { column } of resolved) counts.set(nameOf(column), (counts.get(nameOf(column)) ?? 0) + 1)
  return resolved.map(({ reached, column }) => {
    if (counts.get(nameOf(column)) === 1 || column.title !== reached.field.title) return column
    return {
      ...column,
      title: reached.steps.reduceRight<Text>((title, step) => joined(context, step.title, title), column.title),
    }
  })
}

/** 图书 + 分馆 -> 图书分馆; Book + Branch -> Book branch. */
function joined(context: CompileContext, owner: Text, title: Text): Text {
  const part = Object.fromEntries(Object.entries(title).map(([language, text]) => [language, uncapitalized(text)]))
  return textOf(engineText('title_of_part', { whole: owner, part }), context.manifests.translations.spoken)
}

const uncapitalized = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
