// The requests of derived calls as this caller may make them.
// One variant for each screen, entity or transition.
import { firstItem } from '../../../manifest/expression/values/present'
import { freeColumns } from '../../../manifest/access/freeColumns'
import { isDayType } from '../../../manifest/expression/values/valueTypes'
import { fieldTypes } from '../../../manifest/fieldTypes/fieldTypes'
import { relativePeriods } from '../../../manifest/expression/values/relativeDays'
import type { FieldType } from '../../../manifest/model/field'
import type { Screen } from '../../../manifest/model/screen'
import type { Filter } from '../../../protocol/calls'
import type { ShapedPath } from '../contract/requestSchemas'
import { componentName, recordSchema, type DescribedApp } from './describedApp'
import { listAnswer, recordAnswer, reportAnswer } from './answerSchemas'
import { requestKind, shapeOf, oneOfVariants, type RequestShape } from './requestShapes'
import { groupBy } from '../../../manifest/expression/values/lists'
import { transitionVariants } from './transitionRequests'
import { closedObject, reference, type JsonSchema } from './valueSchemas'

/** The schema of a request; undefined if there is nothing that this caller may request. */
export function requestOf(described: DescribedApp, path: ShapedPath): JsonSchema | undefined {
  const shape = shapeOf(path)
  const narrowed = narrowings[path]
  return narrowed ? narrowed(described, shape) : shape
}

type Narrowing = (described: DescribedApp, shape: RequestShape) => JsonSchema | undefined

const screensOf =
  (
    path: ShapedPath,
    fits: (screen: Screen) => boolean,
    more: (described: DescribedApp, screen: Screen, shape: RequestShape) => JsonSchema = () => ({}),
  ): Narrowing =>
  (described, shape) =>
    oneOfVariants(
      described,
      'screen',
      described.screens.filter(fits).map((screen) => ({
        value: screen.path,
        component: componentName(requestKind(path), screen.path),
        schema: {
          title: described.schemas.titleOf(screen.title),
          ...narrow(shape, { screen: screen.path }, more(described, screen, shape)),
        },
      })),
    )

const entitiesOf =
  (property: string, pick: (described: DescribedApp) => readonly string[]): Narrowing =>
  (described, shape) => {
    const names = pick(described)
    return names.length === 0
      ? undefined
      : { ...shape, properties: { ...shape.properties, [property]: { type: 'string', enum: names } } }
  }

const openedNames = ({ opened }: DescribedApp) => opened.map(({ name }) => name)
const printedNames = ({ opened }: DescribedApp) =>
  opened.filter(({ documents }) => documents.length > 0).map(({ name }) => name)
const hasExchange = ({ exchange }: Screen) => exchange !== undefined

const narrowings: Partial<Record<ShapedPath, Narrowing>> = {
  '/api/screen': entitiesOf('path', ({ screens }) => screens.map(({ path }) => path)),
  '/api/entity': entitiesOf('entity', openedNames),
  '/api/list': screensOf(
    '/api/list',
    ({ kind, entity }) => entity !== undefined && ['list', 'form', 'board', 'calendar'].includes(kind),
    (described, screen, shape) => ({
      ...searchSchemas(described, screen, shape),
      'x-answer': listAnswer(recordSchema(described, screen.entity!)),
    }),
  ),
  '/api/record': (described, shape) =>
    oneOfVariants(
      described,
      'entity',
      described.opened.map(({ name, title }) => ({
        value: name,
        component: componentName('Record-request', name),
        schema: {
          title: described.schemas.titleOf(title),
          ...narrow(shape, { entity: name }, { 'x-answer': recordAnswer(described, name) }),
        },
      })),
    ),
  '/api/document': entitiesOf('entity', printedNames),
  '/api/documents': entitiesOf('entity', printedNames),
  '/api/timeline': entitiesOf('entity', openedNames),
  '/api/notes': entitiesOf('entity', notedNames),
  '/api/notes/write': entitiesOf('entity', notedNames),
  '/api/notes/people': entitiesOf('entity', notedNames),
  '/api/run': (described, shape) => transitionVariants(described, shape, '/api/run', described.runnable),
  '/api/batch': (described, shape) =>
    transitionVariants(
      described,
      shape,
      '/api/batch',
      described.runnable.filter(({ creates }) => !creates),
    ),
  '/api/export': screensOf(
    '/api/export',
    (screen) => screen.export && ['list', 'report'].includes(screen.kind),
    (described, screen, shape) => searchSchemas(described, screen, shape),
  ),
  '/api/exchange/template': screensOf('/api/exchange/template', hasExchange),
  '/api/exchange/export': screensOf('/api/exchange/export', hasExchange, (described, screen, shape) =>
    searchSchemas(described, screen, shape),
  ),
  '/api/exchange/begin': screensOf('/api/exchange/begin', hasExchange),
  '/api/exchange/latest': screensOf('/api/exchange/latest', hasExchange),
  '/api/exchange/receipts': screensOf('/api/exchange/receipts', hasExchange),
  '/api/calendar': screensOf('/api/calendar', ({ kind }) => kind === 'calendar'),
  '/api/report': screensOf(
    '/api/report',
    ({ kind }) => kind === 'report',
    (_described, { report }) => ({
      'x-answer': reportAnswer(report!),
      properties: {
        ...(report!.chooseDimension && { group: { enum: Object.keys(report!.dimensions) } }),
        // Without a period a report counts everything.
        ...(!report!.period && { from: undefined, to: undefined }),
      },
    }),
  ),
  '/api/dashboard': screensOf(
    '/api/dashboard',
    ({ kind, blocks }) => ['dashboard', 'page', 'list'].includes(kind) && blocks.length > 0,
  ),
}

function notedNames({ opened }: DescribedApp): string[] {
  return opened.filter(({ detail }) => detail.notes).map(({ name }) => name)
}

/** Which fields a search and an order of a screen may name. */
function searchSchemas({ components, opened }: DescribedApp, screen: Screen, { properties }: RequestShape): JsonSchema {
  const { path, columns, filters, sort } = screen
  const records = opened.find(({ name }) => name === screen.entity)
  const offered = [...columns, ...(records ? freeColumns(records, screen) : [])]
  const searched = new Map([...columns, ...filters].map((column) => [column.field, column]))
  const byType = groupBy([...searched.values()], ({ type }) => searchOperators(type).join(' '))
  const conditions = [...byType.values()].map((group) =>
    closedObject(
      {
        field: { enum: group.map(({ field }) => field) },
        operator: { enum: searchOperators(firstItem(group).type) },
        value: {},
      },
      ['field', 'operator'],
    ),
  )
  const component = componentName('Condition', path)
  if (conditions.length > 0) components.set(component, { anyOf: conditions })
  const sorted = new Set([...offered.filter(({ sortable }) => sortable).map(({ field }) => field), sort.field])
  const order = componentName('Order', path)
  if (properties.sort)
    components.set(
      order,
      closedObject({ field: { enum: [...sorted] }, descending: { type: 'boolean' } }, ['field', 'descending']),
    )
  return {
    properties: {
      ...(conditions.length > 0 &&
        properties.filters && { filters: { ...properties.filters, items: reference(component) } }),
      ...(properties.sort && { sort: reference(order) }),
      ...(properties.thenBy && { thenBy: { ...properties.thenBy, items: reference(order) } }),
      ...(properties.columns &&
        columns.length > 0 && {
          columns: { ...properties.columns, items: { enum: offered.map(({ field }) => field) } },
        }),
    },
  }
}

const searchOperators = (type: FieldType): readonly Filter['operator'][] => [
  ...fieldTypes[type].operators,
  ...(isDayType(type) ? relativePeriods : []),
]

/** The shape with some properties fixed and others replaced, or left out where they are undefined. */
function narrow(
  shape: RequestShape,
  fixed: Readonly<Record<string, string>>,
  { properties, ...more }: JsonSchema,
): JsonSchema {
  const all: Readonly<Record<string, unknown>> = {
    ...shape.properties,
    ...Object.fromEntries(Object.entries(fixed).map(([name, value]) => [name, { const: value }])),
    ...(properties as object | undefined),
  }
  const left = Object.entries(all).filter(([, schema]) => schema !== undefined)
  return { ...shape, ...more, properties: Object.fromEntries(left) }
}
