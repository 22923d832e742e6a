// What does a list show, and what can be searched? Paths -> columns with titles and types from the fields at their ends.
import type { Column, FieldType, Text } from '../app'
import { fieldTypes } from '../fields/fieldTypes'
import type * as language from '../generated/language'
import { isSortable, pathFrom, type Reached } from '../names'
import { below, each, tell, type At, type EntityDraft, type World } from '../world'

const SUMMABLE: readonly FieldType[] = ['int', 'money', 'decimal']

type Written = language.FieldPath | language.ColumnDetail

/** The columns of a list; a path that stands twice is a problem. */
export function resolveColumns(
  world: World,
  place: At,
  draft: EntityDraft,
  columns: readonly Written[] | undefined,
): Column[] {
  const seen = new Set<string>()
  const found = each(columns).flatMap(([index, written]) => {
    const detail = typeof written === 'string' ? { field: written } : written
    const own = below(place, index, ...(typeof written === 'string' ? [] : ['field']))
    const reached = pathFrom(world, own, draft, detail.field)
    if (reached === undefined) return []
    if (seen.has(detail.field)) tell(world, own, 'duplicate-entry', { name: detail.field })
    seen.add(detail.field)
    if (detail.sum === true && !SUMMABLE.includes(reached.field.type))
      tell(
        world,
        below(place, index, 'sum'),
        'ineffective-key',
        { key: 'sum', where: `on a field of type ${reached.field.type}` },
        { key: true },
      )
    return [{ reached, column: columnOf(world, detail, reached) }]
  })
  return distinctTitles(found)
}

/** The fields of a search form. */
export function resolveSearch(
  world: World,
  place: At,
  draft: EntityDraft,
  paths: readonly string[] | undefined,
): Column[] {
  const columns = resolveColumns(world, place, draft, paths)
  for (const [index, path] of each(paths)) {
    const column = columns.find((one) => one.field === path)
    if (column !== undefined && !fieldTypes[column.type].searchable)
      tell(world, below(place, index), 'wrong-field', {
        name: path,
        expected: `a field that can be searched, not ${column.type}`,
      })
  }
  return columns
}

/** Paths whose fields are shown as they are. */
export function resolvePaths(
  world: World,
  place: At,
  draft: EntityDraft,
  paths: readonly string[] | undefined,
): string[] {
  return resolveColumns(world, place, draft, paths).map((column) => column.field)
}

export function columnOf(world: World, detail: language.ColumnDetail, reached: Pick<Reached, 'field'>): Column {
  const { field } = reached
  return {
    field: detail.field,
    title: detail.title ?? field.title,
    sum: detail.sum === true,
    off: detail.off === true,
    type: field.type,
    sortable: isSortable(world, reached),
    ...(detail.width !== undefined && { width: detail.width }),
    ...(detail.pin !== undefined && { pin: detail.pin }),
    ...(field.dictionary !== undefined && { dictionary: field.dictionary }),
    ...(field.entity !== undefined && { entity: field.entity }),
    ...(field.format !== undefined && { format: field.format }),
    ...briefOf(field),
  }
}

function briefOf({ brief, fields = {} }: Reached['field']): Pick<Column, 'brief' | 'fields'> {
  if (brief === undefined) return {}
  return {
    brief,
    fields: Object.fromEntries(brief.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]]))),
  }
}

/** Two columns of one title are told apart by the references on their way. */
function distinctTitles(found: readonly { reached: Reached; column: Column }[]): Column[] {
  const counts = new Map<string, number>()
  for (const { column } of found) counts.set(column.title[0], (counts.get(column.title[0]) ?? 0) + 1)
  return found.map(({ reached, column }) => {
    if (counts.get(column.title[0]) === 1 || column.title !== reached.field.title) return column
    return {
      ...column,
      title: reached.steps.reduceRight<Text>((title, step) => joined(step.title, title), column.title),
    }
  })
}

/** 图书 + 分馆 -> 图书分馆; Book + Branch -> Book branch. */
function joined(of: Text, title: Text): Text {
  const second = /^[A-Z][a-z]/.test(title[1]) ? title[1].charAt(0).toLowerCase() + title[1].slice(1) : title[1]
  return [of[0] + title[0], `${of[1]} ${second}`]
}
