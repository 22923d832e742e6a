// The requests of calls that most people make now and then: dry runs, printed pages, sheets, files, and what the page
// itself is drawn from. And the calls that no request is made of, by the reason.
import type { App } from '../../src/manifest/model/app'
import type { Field } from '../../src/manifest/model/field'
import type { Screen } from '../../src/manifest/model/screen'
import type { Transition } from '../../src/manifest/model/transition'
import type { Rows } from './requests'

/** A call without a method is a POST. */
export type Asked = readonly [call: string, body: Readonly<Record<string, unknown>>]

interface Subject {
  readonly id: number
  readonly version: number
}

/** What draws the parts of a request. */
export interface Drawing {
  readonly app: App
  readonly rows: Rows
  readonly screens: readonly Screen[]
  random(): number
  pick<T>(values: readonly T[]): T
  id(entity: string): number
  /** A transition, mostly one that the role may run. */
  step(is?: (transition: Transition) => boolean): Transition
  /** What to try it on: nothing for one that creates; absent if there is no record to try it on. */
  subject(step: Transition): Partial<Subject> | undefined
  screen(is: (screen: Screen) => boolean): Screen | undefined
  search(screen: Screen): object
  inputs(entity: string, fields: readonly Field[]): Readonly<Record<string, unknown>>
}

type Draw = (draw: Drawing, key: string) => Asked | undefined

/** The fields and inputs of a form. */
export const formFields = (app: App, { entity, form, inputs }: Transition): readonly Field[] =>
  form.map(({ field, input }) => (input ? inputs[field]! : app.entities[entity]!.fields[field]!))

/** The same step on several records, tried or done. */
function batch(draw: Drawing, key: string, dryRun: boolean): Asked | undefined {
  const step = draw.step(({ creates }) => !creates)
  const { entity, name: transition } = step
  const subjects = [1, 2, 3].map(() => draw.subject(step)).filter((one) => one !== undefined)
  const records = [...new Map(subjects.map((one) => [one.id, one])).values()]
  const values = draw.inputs(entity, formFields(draw.app, step))
  const request = { entity, transition, records, values, ...noteFor(step), key, dryRun }
  return records.length > 0 ? ['/api/batch', request] : undefined
}

/** One step, or a record that it creates. */
function run(draw: Drawing, key: string): Asked | undefined {
  const step = draw.step()
  const { entity, name: transition } = step
  const subject = draw.subject(step)
  const values = draw.inputs(entity, formFields(draw.app, step))
  return subject && ['/api/run', { entity, transition, ...subject, values, ...noteFor(step), key }]
}

const noteFor = ({ note: kind }: Transition) => kind && { note: 'n' }

function earlyCheck(draw: Drawing): Asked | undefined {
  const step = draw.step(({ earlyCheck: early }) => early.length > 0)
  const { entity, name: transition } = step
  const subject = draw.subject(step)
  const values = draw.inputs(entity, formFields(draw.app, step))
  return subject && ['/api/earlyCheck', { entity, transition, ...subject, values }]
}

function paper(draw: Drawing): Asked {
  const { name: entity, documents } = draw.pick(
    Object.values(draw.app.entities).filter(({ documents: printed }) => printed.length > 0),
  )
  const document = draw.pick(documents).name
  return draw.random() < 0.8
    ? ['/api/document', { entity, id: draw.id(entity), document }]
    : ['/api/documents', { entity, ids: [...new Set([draw.id(entity), draw.id(entity)])], document }]
}

function sheet(draw: Drawing): Asked | undefined {
  const screen = draw.screen(({ exchange }) => exchange !== undefined)
  const asks: (() => Asked | undefined)[] = [
    () => screen && ['/api/exchange/template', { screen: screen.path }],
    () => screen && ['/api/exchange/export', { screen: screen.path, ...exported(draw.search(screen)) }],
    () => screen && [draw.pick(['/api/exchange/latest', '/api/exchange/receipts']), { screen: screen.path }],
    () => linesSheet(draw),
  ]
  return draw.pick(asks)()
}

/** What an export takes of a search. */
const exported = (search: object) =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !['groupBy', 'drillDown'].includes(name)))

function linesSheet(draw: Drawing): Asked {
  const form = draw.step((one) => formFields(draw.app, one).some(({ exchange }) => exchange))
  const { entity, name: transition, creates } = form
  const field = draw.pick(formFields(draw.app, form).filter(({ exchange }) => exchange)).name
  return ['/api/exchange/linesSheet', { entity, transition, field, ...(!creates && { id: draw.id(entity) }) }]
}

/** What the page is drawn from. */
function page(draw: Drawing): Asked {
  const asks: readonly Asked[] = [
    ['GET /api/boot', {}],
    ['GET /api/openapi.json', {}],
    ['/api/screen', { path: draw.pick(Object.keys(draw.app.screens)) }],
    ['/api/screen', { path: draw.pick(draw.screens).path }],
    ['/api/entity', { entity: draw.pick(Object.keys(draw.app.entities)) }],
    ['/api/entity', { entity: draw.pick(Object.keys(draw.app.entities)) }],
    ['/api/links', {}],
  ]
  return draw.pick(asks)
}

/** A file that some record carries. */
function file(draw: Drawing): Asked | undefined {
  const carried = [...draw.rows].flatMap(([entity, rows]) =>
    Object.values(draw.app.entities[entity]!.fields)
      .filter(({ type }) => type === 'files')
      .flatMap(({ name }) =>
        rows.flatMap(({ id: record, [name]: files }) =>
          ((files ?? []) as readonly { id: string }[]).map(({ id }) => ({ id, entity, record: Number(record) })),
        ),
      ),
  )
  return carried.length === 0 ? undefined : ['GET /api/thumbnail', draw.pick(carried)]
}

/** Values that a record has already. What is unique over all tenants says that another one has it, on purpose. */
function duplicate(draw: Drawing): Asked | undefined {
  const rules = Object.values(draw.app.entities).flatMap(({ name, unique, transitions }) =>
    unique
      .filter(({ acrossTenants }) => !acrossTenants)
      .flatMap(({ fields }) =>
        Object.values(transitions)
          .filter(({ creates }) => creates)
          .map(({ name: transition }) => ({ entity: name, transition, fields })),
      ),
  )
  const { fields, ...form } = draw.pick(rules)
  const rows = draw.rows.get(form.entity) ?? []
  const row = rows.length > 0 ? draw.pick(rows) : undefined
  return row && ['/api/duplicates', { ...form, values: Object.fromEntries(fields.map((name) => [name, row[name]])) }]
}

/** What stands beside a record: whose turn it is, why a step is closed, notes, and who may be named in them. */
function beside(draw: Drawing): Asked {
  const { name, transitions, detail } = draw.pick(Object.values(draw.app.entities))
  const record = { entity: name, id: draw.id(name) }
  const steps = Object.values(transitions).filter(({ creates }) => !creates)
  const requests: Asked[] = [
    ['/api/turn', record],
    ...(steps.length > 0 ? [['/api/why', { ...record, transition: draw.pick(steps).name }] as const] : []),
    ...(detail.notes
      ? ([['/api/notes', record] as const, ['/api/notes/people', { ...record, words: '' }] as const] as const)
      : []),
  ]
  return draw.pick(requests)
}

/** A record by its number: that the tenant has it is told on purpose. */
function number(draw: Drawing): Asked {
  const numbered = [...draw.rows].flatMap(([entity, rows]) => rows.flatMap(({ no }) => (no ? [{ entity, no }] : [])))
  const { entity, no } = draw.pick(numbered)
  return ['/api/why', { entity, number: String(no) }]
}

function note(draw: Drawing, key: string): Asked {
  const { name: entity } = draw.pick(Object.values(draw.app.entities).filter(({ detail }) => detail.notes))
  const { accountEntity } = draw.app.access.identity
  const mentions = draw.random() < 0.5 ? [draw.id(accountEntity)] : []
  return ['/api/notes/write', { entity, id: draw.id(entity), text: 'n', mentions, key }]
}

/**
 * By kind of request: how often it is made, and what draws it. `writes`: it tells who writes what is taken, or who
 * enters a number that it is assigned.
 */
export const otherKinds = {
  number: { weight: 1, writes: true, of: number },
  beside: { weight: 4, writes: false, of: beside },
  duplicates: { weight: 2, writes: true, of: duplicate },
  run: { weight: 3, writes: true, of: run },
  early: { weight: 1, writes: true, of: earlyCheck },
  dryRun: { weight: 1, writes: true, of: (draw, key) => batch(draw, key, true) },
  batch: { weight: 1, writes: true, of: (draw, key) => batch(draw, key, false) },
  note: { weight: 1, writes: true, of: note },
  paper: { weight: 1, writes: false, of: paper },
  sheet: { weight: 2, writes: false, of: sheet },
  page: { weight: 2, writes: false, of: page },
  file: { weight: 1, writes: false, of: file },
} as const satisfies Readonly<Record<string, { readonly weight: number; readonly writes: boolean; readonly of: Draw }>>

/** Calls that no request is made of, by the reason. */
export const unasked: Readonly<Record<string, readonly string[]>> = {
  'answers everybody the same': ['GET /api/entry', 'POST /api/manual'],
  'answers administrators alone': ['POST /api/jobs', 'POST /api/jobs/run'],
  'stays open': ['GET /api/events'],
  'runs other calls': ['POST /mcp'],
  'takes a key that the server drew for its caller': [
    ...['undo', 'undoBatch', 'uploads/state', 'uploads/append', 'uploads/discard'].map((name) => `POST /api/${name}`),
    'GET /shared',
  ],
  'prints as /api/document does, and answers a key that the server draws': ['POST /api/links/create'],
  'takes a file that its caller uploaded, or an import of it': ['lines', 'takeBack', 'discard', 'outcome'].map(
    (name) => `POST /api/exchange/${name}`,
  ),
  'writes what its caller alone has': ['POST /api/preference', 'POST /api/links/end', 'POST /api/uploads'],
  'is for signing in, or for a factor or account of the caller alone': [
    ...['factors', 'factors/challenge', 'factors/prove', 'factors/begin', 'factors/confirm', 'factors/remove'],
    ...['factors/recoveryCodes', 'signIn/begin', 'signIn/finish', 'signIn/authorize', 'signIn/links'],
    ...['signIn/unlink', 'integration', 'integration/launch', 'integration/password'],
  ].map((name) => `POST /api/${name}`),
}

/** Operations of declared calls that no request is made of, by the reason. */
export const unaskedOperations: Readonly<Record<string, readonly string[]>> = {
  'answers everybody the same': ['entry'],
  'is for signing in': ['signIn', 'signInByCode', 'signOut', 'sendCode', 'resetPassword', 'maskedLogin'],
  'reads one file as GET /api/thumbnail does': ['download'],
  'writes what its caller alone has, or by a transition as /api/run does': [
    ...['runOnAccount', 'bindAccount', 'changePassword', 'syncIntegrationPassword', 'markRead', 'upload'],
  ],
}
