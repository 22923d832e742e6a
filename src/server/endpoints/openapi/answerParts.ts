// Parts that the schemas of several answers share.
// Also defines the answers of the search and of uploads in pieces.
import { closedObject, reference, type JsonSchema } from './valueSchemas'

export const text = { type: 'string' }
export const flag = { type: 'boolean' }
export const count = { type: 'integer', minimum: 0 }
export const id = { type: 'integer', minimum: 1 }
export const moment = { type: 'string', format: 'date-time' }
export const definition = { type: 'object' }
export const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
export const tableOf = (additionalProperties: JsonSchema): JsonSchema => ({ type: 'object', additionalProperties })
export const orNothing = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] })
/** A number that stays exact, as text. */
export const exact = { type: ['string', 'null'] }
export const localized = tableOf(text)
export const option = closedObject({ id, label: text, hint: text, first: flag }, ['id', 'label'])

const foundGroup = closedObject({ entity: text, title: localized, screen: text, records: list(option), more: flag }, [
  'entity',
  'title',
  'screen',
  'records',
  'more',
])

const foundAction = closedObject(
  {
    title: localized,
    screen: text,
    action: text,
    record: closedObject({ entity: text, id, label: text, hint: text }, ['entity', 'id', 'label']),
  },
  ['title', 'screen', 'action'],
)

export const foundAnswer = closedObject(
  {
    groups: list(foundGroup),
    late: list(localized),
    actions: list(foundAction),
    refused: list(foundAction),
    withheld: list(
      closedObject(
        { title: localized, screen: text, record: closedObject({ entity: text, number: text }, ['entity', 'number']) },
        ['title'],
      ),
    ),
  },
  ['groups', 'late', 'actions', 'refused', 'withheld'],
)

export const turnAnswer = closedObject(
  {
    steps: list(
      closedObject({ transition: text, title: localized, roles: list(text) }, ['transition', 'title', 'roles']),
    ),
    of: closedObject({ entity: text, id, label: text }, ['entity', 'id', 'label']),
    since: text,
    unmet: closedObject({ message: text, entities: list(text) }, ['message', 'entities']),
    refused: list(closedObject({ transition: text, message: text }, ['transition', 'message'])),
  },
  [],
)

const uploadState = closedObject({ id: text, offset: count, piece: count, file: reference('File') }, [
  'id',
  'offset',
  'piece',
])

const sentLink = closedObject(
  {
    id,
    entity: text,
    record: id,
    title: text,
    createdAt: moment,
    expiresAt: moment,
    opened: count,
    openedAt: { anyOf: [moment, { type: 'null' }] },
  },
  ['id', 'entity', 'record', 'title', 'createdAt', 'expiresAt', 'opened', 'openedAt'],
)

export const fileAnswers = {
  '/api/document': () => ({ file: 'application/pdf' }),
  '/api/documents': () => ({ file: 'application/pdf' }),
  '/api/uploads': () => ({ data: uploadState }),
  '/api/uploads/state': () => ({ data: uploadState }),
  '/api/uploads/discard': () => ({ data: {} }),
  '/api/uploads/append': () => ({ data: uploadState }),
  '/api/links': () => ({ data: list(sentLink) }),
  '/api/links/create': () => ({ data: closedObject({ path: text, expiresAt: moment }, ['path', 'expiresAt']) }),
  '/api/links/end': () => ({ data: {} }),
  '/shared': () => ({ file: 'application/pdf' }),
}

const manualEntry = closedObject(
  { id: text, chapter: count, title: text, name: text, text, parent: text, english: flag },
  ['id', 'chapter', 'title', 'text'],
)
export const manualAnswer = closedObject({ chapters: list(text), entries: list(manualEntry) }, ['chapters', 'entries'])

const declaredJob = closedObject(
  { name: text, entity: localized, transition: localized, everySeconds: count, lastRun: orNothing(moment) },
  ['name', 'entity', 'transition', 'everySeconds', 'lastRun'],
)

export const jobsAnswer = closedObject({ jobs: list(declaredJob) }, ['jobs'])
