// The schemas of what derived calls answer: `data` of the envelope, or the type of the file.
import type { Report } from '../../../manifest/model/report'
import { missingKinds } from '../../../protocol/records/stepCalls'
import type { ShapedPath } from '../contract/requestSchemas'
import type { PlainPath } from './callTitles'
import { exchangeAnswers } from './exchangeAnswers'
import { signInAnswers } from './signInAnswers'
import { recordSchema, type DescribedApp } from './describedApp'
import {
  foundAnswer,
  text,
  flag,
  count,
  id,
  moment,
  definition,
  list,
  tableOf,
  exact,
  localized,
  jobsAnswer,
  manualAnswer,
  option,
  fileAnswers,
  turnAnswer,
} from './answerParts'
import { closedObject, reference, type JsonSchema } from './valueSchemas'

/** What a call answers: data in an envelope, or a file of some media type. */
export type AnswerSchema = { readonly data: JsonSchema } | { readonly file: string }

export function listAnswer(record: JsonSchema): JsonSchema {
  return closedObject({
    rows: list(record),
    next: text,
    total: closedObject({ count, more: flag }, ['count', 'more']),
    tabs: tableOf(count),
    sums: tableOf(exact),
    rowGroups: { type: 'array' },
    groups: list(closedObject({ value: {}, count, sums: tableOf(exact) }, ['value', 'count', 'sums'])),
    moreGroups: flag,
    cut: list(localized),
    drillDown: closedObject(
      {
        title: localized,
        facts: list(closedObject({ title: localized, value: exact }, ['title', 'value'])),
        counted: count,
      },
      ['title', 'facts'],
    ),
  })
}

export function recordAnswer(described: DescribedApp, entity: string): JsonSchema {
  const related = (described.entities[entity]?.detail.related ?? []).map(({ entity: name, reference: by }) =>
    closedObject(
      { entity: { const: name }, by: { const: by }, rows: list(recordSchema(described, name)), more: flag },
      ['entity', 'by', 'rows', 'more'],
    ),
  )
  return closedObject(
    {
      record: recordSchema(described, entity),
      related: related.length > 0 ? list({ anyOf: related }) : { type: 'array', maxItems: 0 },
      stages: list(text),
      notes: count,
    },
    ['record', 'related'],
  )
}

export function reportAnswer({ dimensions, measures }: Report): JsonSchema {
  const numbers = closedObject(
    Object.fromEntries(measures.filter(({ hidden }) => !hidden).map(({ name }) => [name, exact])),
  )
  const groups = closedObject(Object.fromEntries(Object.keys(dimensions).map((name) => [name, {}])))
  return closedObject(
    {
      rows: list(closedObject({ groups, measures: numbers }, ['groups', 'measures'])),
      totals: numbers,
      more: flag,
      before: closedObject({ from: text, to: text, totals: numbers }, ['from', 'to', 'totals']),
    },
    ['rows', 'totals', 'more'],
  )
}

const timelineEntry = closedObject(
  {
    id,
    action: text,
    title: localized,
    fromState: text,
    toState: text,
    by: text,
    at: moment,
    remark: text,
    changes: list(
      closedObject({ field: text, title: localized, before: {}, after: {} }, ['field', 'title', 'before', 'after']),
    ),
  },
  ['id', 'action', 'title', 'by', 'at', 'changes'],
)

const refusedAction = closedObject(
  {
    transition: text,
    title: localized,
    conditions: list(
      closedObject({ kind: { enum: [...missingKinds] }, message: text, details: list(text) }, [
        'kind',
        'message',
        'details',
      ]),
    ),
  },
  ['title', 'conditions'],
)

const batchOutcome = {
  done: count,
  refused: list(closedObject({ id, label: text, key: text, message: text }, ['id', 'label', 'key', 'message'])),
}

const noteData = closedObject(
  {
    id,
    by: text,
    own: flag,
    at: moment,
    text,
    mentions: list(closedObject({ id, label: text }, ['id', 'label'])),
    files: list(reference('File')),
    former: list(closedObject({ text, until: moment }, ['text', 'until'])),
  },
  ['id', 'by', 'own', 'at', 'text', 'mentions', 'files', 'former'],
)

const answers: Readonly<Record<ShapedPath | PlainPath, (described: DescribedApp) => AnswerSchema>> = {
  '/api/entry': () => ({ data: definition }),
  '/api/boot': () => ({ data: definition }),
  '/api/events': () => ({ file: 'text/event-stream' }),
  '/api/openapi.json': () => ({ file: 'application/vnd.oai.openapi+json' }),
  '/mcp': () => ({ file: 'application/json' }),
  '/api/screen': () => ({ data: definition }),
  '/api/entity': () => ({ data: definition }),
  '/api/thumbnail': () => ({ file: 'image/webp' }),
  '/api/list': (described) => ({
    data: listAnswer({
      anyOf: listedEntities(described, ['list', 'form', 'board', 'calendar']).map((name) =>
        recordSchema(described, name),
      ),
    }),
  }),
  '/api/record': (described) => ({
    data: { anyOf: described.opened.map(({ name }) => recordAnswer(described, name)) },
  }),
  '/api/run': () => ({
    data: closedObject(
      {
        id,
        version: id,
        state: text,
        label: text,
        no: text,
        message: text,
        secret: text,
        next: closedObject({ transition: text, title: text }, ['transition', 'title']),
        undo: closedObject({ run: text, seconds: count }, ['run', 'seconds']),
      },
      ['id', 'version', 'label', 'message'],
    ),
  }),
  '/api/undo': () => ({ data: closedObject({ message: text }, ['message']) }),
  '/api/undoBatch': () => ({ data: closedObject(batchOutcome, ['done', 'refused']) }),
  '/api/batch': () => ({
    data: closedObject(
      { ...batchOutcome, undo: closedObject({ runs: list(text), seconds: count }, ['runs', 'seconds']) },
      ['done', 'refused'],
    ),
  }),
  '/api/options': () => ({
    data: closedObject({ options: list(option), more: flag, recent: list(option) }, ['options', 'more']),
  }),
  '/api/find': () => ({ data: foundAnswer }),
  '/api/timeline': () => ({
    data: closedObject({ entries: list(timelineEntry), more: flag }, ['entries', 'more']),
  }),
  '/api/manual': () => ({ data: manualAnswer }),
  '/api/jobs': () => ({ data: jobsAnswer }),
  '/api/jobs/run': () => ({ data: closedObject({ ...batchOutcome, more: flag }, ['done', 'refused', 'more']) }),
  '/api/duplicates': () => ({
    data: closedObject(
      { duplicates: list(closedObject({ fields: list(text), message: text, id }, ['fields', 'message'])) },
      ['duplicates'],
    ),
  }),
  '/api/earlyCheck': () => ({
    data: closedObject({ fields: { type: 'object', additionalProperties: text } }, ['fields']),
  }),
  '/api/turn': () => ({ data: turnAnswer }),
  '/api/why': () => ({ data: closedObject({ refused: list(refusedAction) }, ['refused']) }),
  ...fileAnswers,
  '/api/notes': () => ({ data: closedObject({ notes: list(noteData), more: flag }, ['notes', 'more']) }),
  '/api/notes/write': () => ({ data: closedObject({ id }, ['id']) }),
  '/api/notes/people': () => ({ data: closedObject({ options: list(option) }, ['options']) }),
  '/api/export': () => ({ file: 'application/octet-stream' }),
  ...exchangeAnswers,
  '/api/calendar': (described) => ({
    data: closedObject(
      {
        rows: list({ anyOf: listedEntities(described, ['calendar']).map((name) => recordSchema(described, name)) }),
        more: flag,
        groups: list(closedObject({ id: { type: ['integer', 'string'] }, label: text }, ['id', 'label'])),
      },
      ['rows', 'more'],
    ),
  }),
  '/api/report': ({ screens }) => ({
    data: { anyOf: screens.flatMap(({ report }) => (report ? [reportAnswer(report)] : [])) },
  }),
  '/api/dashboard': (described) => ({ data: closedObject({ blocks: list(blockAnswer(described)) }, ['blocks']) }),
  '/api/integration': () => ({
    data: closedObject(
      {
        title: localized,
        flag: { enum: [0, 1] },
        cookie: text,
        failed: text,
        reason: text,
        launch: flag,
        at: moment,
        error: text,
      },
      ['title', 'flag', 'cookie', 'failed', 'launch'],
    ),
  }),
  '/api/integration/launch': () => ({ data: closedObject({ address: text }, ['address']) }),
  '/api/integration/password': () => ({ data: {} }),
  '/api/preference': () => ({ data: {} }),
  ...(Object.fromEntries(
    Object.entries(signInAnswers).map(([path, data]) => [path, () => ({ data })]),
  ) as unknown as Record<keyof typeof signInAnswers, () => AnswerSchema>),
}

/** What a derived call answers this caller. */
export function answerOfCall(described: DescribedApp, path: ShapedPath | PlainPath): AnswerSchema {
  return answers[path](described)
}

function listedEntities({ screens }: DescribedApp, kinds: readonly string[]): string[] {
  return [...new Set(screens.filter(({ kind }) => kinds.includes(kind)).flatMap(({ entity }) => entity ?? []))]
}

function blockAnswer(described: DescribedApp): JsonSchema {
  const blocks = described.screens.flatMap((screen) => screen.blocks)
  const records = [
    ...new Set(blocks.flatMap(({ entity, columns }) => (entity !== undefined && columns ? [entity] : []))),
  ]
  const rows = list(records.length > 0 ? { anyOf: records.map((name) => recordSchema(described, name)) } : {})
  const block = (name: string, properties: Readonly<Record<string, JsonSchema>>, optional: typeof properties = {}) =>
    closedObject({ block: { const: name }, ...properties, ...optional }, ['block', ...Object.keys(properties)])
  const trend = closedObject({ before: exact, from: exact, days: list(exact) }, ['before', 'from', 'days'])
  const counts = { waiting: count, late: count, actionable: count, actionableLate: count }
  const queue = closedObject({ path: text, more: flag, ...counts }, ['path', 'more', ...Object.keys(counts)])
  return {
    oneOf: [
      block('queues', { queues: list(queue) }),
      block(
        'figures',
        { values: list(exact) },
        { trends: list({ anyOf: [trend, { type: 'null' }] }), targets: list(exact) },
      ),
      block('checklist', { steps: list(closedObject({ name: text, done: flag }, ['name', 'done'])) }),
      block('latest', { rows, more: flag }),
      block('reminder', { rows, total: closedObject({ count, more: flag }, ['count', 'more']) }),
      block('call', { shown: flag, values: definition }),
      block('account', { facts: list({ anyOf: [text, { type: 'null' }] }) }),
      block('other', {}),
      block('withheld', {}),
    ],
  }
}
