// The shapes of the requests of derived calls (those of protocol/calls.ts) and of tools for agents.
// They are closed: a misspelled filter must not match everything.
import type { SchemaObject } from 'ajv'
import { filterOperators } from '../../../manifest/fieldTypes/definition'
import { relativePeriods } from '../../../manifest/expression/values/relativeDays'
import { conditionOperators } from '../../../manifest/fieldTypes/conditionOperators'
import { maxPageRows, maxReplacedKeys } from '../../../protocol/calls'
import { linkDays, maxDocuments } from '../../../protocol/fileCalls'
import { importRowStates } from '../../../protocol/exchange/exchangeCalls'
import { maxRecentOptions, maxSorts, sharingPattern } from '../../../protocol/screenCalls'
import { closedShape } from './closedShape'
import { signInShapes } from './signInShapes'

const text = { type: 'string', maxLength: 200 }
const id = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }
const flag = { type: 'boolean' }
const day = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }
const key = { type: 'string', minLength: 8, maxLength: 64, keepable: true }
const someRows = { anyOf: [flag, { type: 'array', items: id, maxItems: 10_000 }] }
const someCells = closedShape(
  {
    columns: { type: 'array', items: text, maxItems: 200 },
    cells: { type: 'array', items: closedShape({ row: id, field: text }, ['row', 'field']), maxItems: 10_000 },
  },
  ['columns', 'cells'],
)
const replaces = { type: 'array', maxItems: maxReplacedKeys, items: key }
const anything = {}
const values = { type: 'object' }
const formLines = { entity: text, transition: text, field: text, id, input: values }
const note = { type: ['string', 'null'], maxLength: 2_000 }
const running = ['entity', 'transition', 'key']
const filters = {
  type: 'array',
  maxItems: 50,
  maxValues: 2_000,
  items: closedShape({ field: text, operator: { enum: [...filterOperators, ...relativePeriods] }, value: anything }, [
    'field',
    'operator',
  ]),
}
const leaf = closedShape({ field: text, operator: { enum: [...conditionOperators] }, value: anything }, [
  'field',
  'operator',
])
const tree = (inner: readonly object[]) => {
  const parts = { type: 'array', minItems: 1, maxItems: 20, items: { anyOf: [leaf, ...inner] } }
  return [closedShape({ all: parts }, ['all']), closedShape({ any: parts }, ['any'])]
}
const conditions = { anyOf: [leaf, ...tree(tree(tree([])))] }
const sort = closedShape({ field: text, descending: flag }, ['field', 'descending'])
const thenBy = { type: 'array', items: sort, maxItems: maxSorts - 1 }
const groupBy = closedShape(
  {
    field: text,
    by: { enum: ['month'] },
    folded: { type: 'array', items: { ...text, keepable: true }, maxItems: 500 },
  },
  ['field'],
)
const drillDown = closedShape({ screen: text, number: text, from: day, to: day, filters }, ['screen', 'number'])
const criteria = {
  screen: text,
  drillDown,
  filters,
  conditions,
  words: text,
  tab: text,
  sort,
  thenBy,
  groupBy,
  columns: { type: 'array', items: text, maxItems: 200 },
}

const manifestPath = {
  type: 'string',
  maxLength: 200,
  pattern: '^(?!language/|demo/)([A-Za-z0-9_-]+/)*[A-Za-z0-9_.-]+\\.json$',
}
const changedFiles = {
  type: 'array',
  maxItems: 20,
  items: closedShape({ path: manifestPath, text: { type: ['string', 'null'], maxLength: 100_000 } }, ['path', 'text']),
}

const idList = (maxItems: number) => ({ type: 'array', items: id, minItems: 1, maxItems, uniqueItems: true })

/** Request schemas by path; all of them accept the marker `client`. */
export const requestShapes = {
  ...signInShapes,
  '/api/screen': closedShape({ path: text }, ['path']),
  '/api/entity': closedShape({ entity: text }, ['entity']),
  '/api/list': closedShape(
    {
      ...criteria,
      page: { type: 'integer', minimum: 1, maximum: 1_000_000 },
      size: { type: 'integer', minimum: 1, maximum: maxPageRows },
      after: { type: 'string', maxLength: 4_000 },
      want: closedShape({ rows: flag, total: { enum: ['capped', 'exact'] }, tabs: flag, sums: flag, groups: flag }),
    },
    ['screen'],
  ),
  '/api/thumbnail': closedShape({ id: text, entity: text, record: id }, ['id']),
  '/api/record': closedShape({ entity: text, id }, ['entity', 'id']),
  // A change names the version of the record that the user saw.
  '/api/run': {
    ...closedShape(
      { entity: text, transition: text, id, version: id, values, note, key, replaces, factorProof: text },
      running,
    ),
    dependencies: { id: ['version'] },
  },
  '/api/duplicates': closedShape({ entity: text, transition: text, id, values }, ['entity', 'transition', 'values']),
  '/api/earlyCheck': {
    ...closedShape({ entity: text, transition: text, id, version: id, values, note }, ['entity', 'transition']),
    dependencies: { id: ['version'] },
  },
  '/api/batch': closedShape(
    {
      entity: text,
      transition: text,
      values,
      note,
      key,
      records: {
        type: 'array',
        minItems: 1,
        maxItems: 500,
        items: closedShape({ id, version: id }, ['id', 'version']),
      },
      dryRun: flag,
    },
    ['entity', 'transition', 'records', 'key'],
  ),
  '/api/options': closedShape(
    {
      entity: text,
      transition: text,
      screen: text,
      field: text,
      id,
      input: values,
      words: text,
      ids: { type: 'array', items: id, maxItems: 500 },
      recent: { type: 'array', items: id, maxItems: maxRecentOptions },
    },
    ['field'],
  ),
  '/api/find': closedShape({ words: text }, ['words']),
  '/api/documents': closedShape({ entity: text, ids: idList(maxDocuments), document: text, marked: flag }, [
    'entity',
    'ids',
    'document',
  ]),
  '/api/document': closedShape({ entity: text, id, document: text, marked: flag }, ['entity', 'id', 'document']),
  '/api/links': closedShape({}),
  '/api/links/create': closedShape({ entity: text, id, document: text, days: { enum: [...linkDays] }, marked: flag }, [
    'entity',
    'id',
    'document',
    'days',
  ]),
  '/api/links/end': closedShape({ id }, ['id']),
  '/api/turn': closedShape({ entity: text, id, after: text }, ['entity', 'id']),
  '/api/why': {
    ...closedShape({ screen: text, entity: text, transition: text, id, number: text }),
    dependencies: { id: ['entity'], transition: ['entity'], number: ['entity'] },
  },
  '/api/manual': closedShape({}),
  '/api/jobs': closedShape({}),
  '/api/jobs/run': closedShape({ name: text }, ['name']),
  '/api/undo': closedShape({ run: text }, ['run']),
  '/api/undoBatch': closedShape(
    { runs: { type: 'array', items: text, minItems: 1, maxItems: 500, uniqueItems: true } },
    ['runs'],
  ),
  '/api/timeline': closedShape({ entity: text, id, before: id }, ['entity', 'id']),
  '/api/uploads': closedShape({ name: text, size: id }, ['name', 'size']),
  '/api/uploads/state': closedShape({ id: text }, ['id']),
  '/api/uploads/discard': closedShape({ id: text }, ['id']),
  '/api/notes': closedShape({ entity: text, id, before: id }, ['entity', 'id']),
  '/api/notes/write': closedShape(
    {
      entity: text,
      id,
      text: { type: 'string', minLength: 1, maxLength: 2_000, keepable: true },
      mentions: { type: 'array', items: id, maxItems: 20, uniqueItems: true },
      files: { type: 'array', items: text, maxItems: 20, uniqueItems: true },
      corrects: id,
      key,
      replaces,
    },
    ['entity', 'id', 'text', 'key'],
  ),
  '/api/notes/people': closedShape({ entity: text, id, words: text }, ['entity', 'id', 'words']),
  '/api/export': closedShape({ ...criteria, from: day, to: day, group: text, format: { enum: ['xlsx', 'csv'] } }, [
    'screen',
    'format',
  ]),
  '/api/exchange/template': closedShape({ screen: text }, ['screen']),
  '/api/exchange/export': closedShape({ screen: text, filters, conditions, words: text, tab: text, sort, thenBy }, [
    'screen',
  ]),
  '/api/exchange/begin': closedShape(
    {
      screen: text,
      file: text,
      columns: {
        type: 'object',
        maxProperties: 200,
        additionalProperties: { type: ['string', 'null'], maxLength: 200 },
      },
    },
    ['screen', 'file'],
  ),
  '/api/exchange/linesSheet': closedShape({ ...formLines, lines: { type: 'array', items: values, maxItems: 2_000 } }, [
    'entity',
    'transition',
    'field',
  ]),
  '/api/exchange/lines': closedShape({ ...formLines, file: text }, ['entity', 'transition', 'field', 'file']),
  '/api/exchange/latest': closedShape({ screen: text }, ['screen']),
  '/api/exchange/receipts': closedShape({ screen: text }, ['screen']),
  '/api/exchange/takeBack': closedShape({ import: id }, ['import']),
  '/api/exchange/step': closedShape({ import: id }, ['import']),
  '/api/exchange/discard': closedShape({ import: id }, ['import']),
  '/api/exchange/outcome': closedShape({ import: id }, ['import']),
  '/api/exchange/confirm': closedShape({ import: id, overwrite: { anyOf: [flag, someCells] }, again: someRows }, [
    'import',
    'overwrite',
  ]),
  '/api/exchange/rows': closedShape(
    {
      import: id,
      states: { type: 'array', items: { enum: [...importRowStates] }, maxItems: 20 },
      after: id,
      linesOf: id,
    },
    ['import'],
  ),
  '/api/calendar': closedShape({ screen: text, from: day, to: day, filters }, ['screen', 'from', 'to']),
  '/api/report': closedShape({ screen: text, from: day, to: day, group: text, filters }, ['screen']),
  '/api/dashboard': closedShape({ screen: text }, ['screen']),
  '/api/integration': closedShape({ screen: text, again: flag }, ['screen']),
  '/api/integration/launch': closedShape({}),
  '/api/integration/password': closedShape({ password: { type: 'string', minLength: 1, maxLength: 200 } }, [
    'password',
  ]),
  '/api/preference': closedShape(
    {
      name: { type: 'string', minLength: 1, maxLength: 100, keepable: true },
      value: { keepable: true },
      sharedWith: { type: 'string', pattern: sharingPattern },
      movedFrom: { anyOf: [{ const: 'own' }, { type: 'string', pattern: sharingPattern }] },
    },
    ['name', 'value'],
  ),
} satisfies Record<string, SchemaObject>

export type ShapedPath = keyof typeof requestShapes

/** Input schemas of the tools of agents by name. */
export const toolShapes = {
  explain: closedShape({ name: text, role: text, matrix: flag }),
  check: closedShape({ files: changedFiles }),
  plan: closedShape({ files: { ...changedFiles, minItems: 1, maxItems: 5_000 }, complete: flag }, ['files']),
  propose: closedShape({ title: { ...text, minLength: 1, maxLength: 100 }, files: { ...changedFiles, minItems: 1 } }, [
    'title',
    'files',
  ]),
  query: closedShape(
    {
      screen: text,
      words: text,
      filters,
      conditions,
      tab: text,
      sort,
      thenBy,
      page: { type: 'integer', minimum: 1, maximum: 10_000 },
      size: { type: 'integer', minimum: 1, maximum: 50 },
    },
    ['screen'],
  ),
} satisfies Record<string, SchemaObject>

export type ToolName = keyof typeof toolShapes
