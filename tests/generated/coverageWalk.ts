// What does a generated walk try? Every read of every role, every record, and each transition by each role that may run
// it, with values at and beyond the limits of each field; what it writes is taken back.
import sql from 'sql-template-tag'
import { everyScreen } from '../../src/manifest/access/screenByPath'
import { ruleOverRecord } from '../../src/manifest/access/recordRules'
import { canRun, canRunAction } from '../../src/manifest/access/permissions'
import { messageText } from '../../src/manifest/expression/message'
import type { App } from '../../src/manifest/model/app'
import type { Field } from '../../src/manifest/model/field'
import type { Transition } from '../../src/manifest/model/transition'
import type {
  ListAnswer,
  OptionsAnswer,
  RecordAnswer,
  RecordData,
  RunAnswer,
  RunRequest,
} from '../../src/protocol/calls'
import type { EntityAnswer } from '../../src/protocol/screenCalls'
import { codes, type Envelope } from '../../src/protocol/envelope'
import { RequestError } from '../../src/protocol/requestError'
import type { Caller } from '../../src/server/context/context'
import type { Database } from '../../src/server/database/connection/openDatabase'
import { runAtomically } from '../../src/server/mutation/runTransition'
import { perform } from '../../src/server/mutation/perform'
import { createWriteContext } from '../../src/server/mutation/state/writeContext'
import { UniqueViolation } from '../../src/server/mutation/write/uniqueness'
import { loadRecords } from '../../src/server/query/records/loadRecords'
import { actionValues } from '../../src/ui/actions/actionValues'
import { chinese } from '../protocol/locales'
import { moment, type Teller } from '../story/teller'
import { fillAndRun } from './values'

export interface WalkedProduct {
  readonly app: App
  readonly teller: Teller
  readonly database: Database
  readonly callers: { identify(app: App, token: string, language: 'zh', now: Date): Promise<Caller | undefined> }
}

class TakenBack extends Error {
  override readonly name = 'TakenBack'
}

/** As many days as a calendar shows at once. */
export const aroundToday = () => ({ from: moment({ day: -20 }), to: moment({ day: 30 }) })

/** What screens show and forms offer to a role. */
export async function readAll({ app, teller, callers }: WalkedProduct, role: string): Promise<void> {
  const caller = (await callers.identify(app, await teller.token(role), 'zh', new Date()))!
  const answer = { entities: app.entities } as unknown as EntityAnswer
  const ranges = [
    { from: '2020-01-01', to: '2040-01-01' },
    { from: '2020-01-01', to: '2021-01-01' },
    { from: '2035-01-01', to: '2036-01-01' },
    { from: moment({ day: -30 }), to: moment({ day: 1 }) },
  ]
  for (const { path, kind, report, filters, entity, actions } of everyScreen(app.screens)) {
    await teller.call(role, '/api/dashboard', { screen: path })
    if (kind === 'calendar') await teller.call(role, '/api/calendar', { screen: path, ...aroundToday() })
    if (report)
      for (const group of report.chooseDimension ? Object.keys(report.dimensions) : [undefined])
        for (const range of report.period ? (role === 'admin' ? ranges : ranges.slice(0, 1)) : [undefined])
          await teller.call(role, '/api/report', { screen: path, ...(group && { group }), ...range })
    for (const { field, type } of filters)
      if (type === 'ref') await teller.call<OptionsAnswer>(role, '/api/options', { screen: path, field })
    if (kind !== 'list') continue
    const want = { rows: true, total: 'exact', tabs: true, sums: true }
    const { data } = await teller.call<ListAnswer>(role, '/api/list', { screen: path, size: 200, want })
    const states = new Map(data?.rows?.map((row) => [row.state, row]))
    for (const { id } of entity ? states.values() : []) await openRecord(app, teller, role, { entity: entity!, id })
    for (const action of actions.filter((one) => canRunAction(app, caller, one)))
      for (const record of [undefined, ...states.values()])
        actionValues({ action, ...(entity && { entityName: entity }) }, record, answer, app.product.timezone)
  }
}

/** What the page decides when a record is opened: its documents as well. */
export async function openRecord(app: App, teller: Teller, role: string, subject: { entity: string; id: number }) {
  const { data } = await teller.call<RecordAnswer>(role, '/api/record', subject)
  for (const { when } of data?.record ? app.entities[subject.entity]!.documents : [])
    if (when) ruleOverRecord(when, data.record, app.product.timezone)
}

const maxRecords = 3

/** Runs a transition as a role on some records of each state, and answers how often it went through. */
export async function runTransition(
  product: WalkedProduct,
  role: string,
  transition: Transition,
  isVaried: boolean,
): Promise<number> {
  const { app, database, callers, teller } = product
  const caller = await callers.identify(app, await teller.token(role), 'zh', new Date())
  if (!caller) return 0
  let done = 0
  await database
    .transaction(async (tx): Promise<never> => {
      const now = new Date()
      const context = { app, caller, now, query: tx.query }
      const send = async (request: RunRequest, isKept = false): Promise<Envelope<RunAnswer>> => {
        await tx.query(sql`savepoint attempt`)
        const { id, version, values = {}, note } = request
        const order = { ...(id !== undefined && { id, version }), values, ...(note !== undefined && { note }) }
        const entity = app.entities[transition.entity]!
        const work = createWriteContext(context, perform)
        try {
          const [run] = await runAtomically(work, { entity, transition, caller, depth: 0, requests: [order] })
          done += 1
          if (!isKept) await tx.query(sql`rollback to savepoint attempt`)
          return { code: 2000, msg: '', data: { id: run!.id } as RunAnswer }
        } catch (error) {
          await tx.query(sql`rollback to savepoint attempt`)
          return refusalAnswer(error)
        }
      }
      const records = transition.creates ? [undefined] : await recordsFor(context, transition)
      for (const record of records) {
        if (!isVaried && done > 0) break
        await vary(product, role, transition, { send, isVaried, ...(record && { record }) })
      }
      throw new TakenBack()
    })
    .catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error
    })
  return done
}

/** What a person reads of a refusal. @throws what is none */
export function refusalAnswer(error: unknown): Envelope<RunAnswer> {
  // The place of a record is taken: the commit would word it.
  if (error instanceof UniqueViolation) return { code: codes.refused, msg: String(error), data: {} as never }
  if (!(error instanceof RequestError)) throw error
  const fields = Object.entries(error.fields ?? {}).map(([name, text]) => [name, messageText(text, chinese)])
  const data = { fields: Object.fromEntries(fields) } as never
  return { code: error.code, msg: messageText(error.sentence, chinese), data }
}

/** Some records of each state that a transition begins in. */
export async function recordsFor(
  context: Parameters<typeof loadRecords>[0],
  { entity, from }: Transition,
): Promise<RecordData[]> {
  const load = { entity, paths: [], where: {}, scoped: true, limit: 400 }
  const found = await loadRecords(context, load)
  return from.flatMap((state) =>
    found
      .filter((one) => one.state === state)
      .slice(-maxRecords)
      .map(({ id, version }) => ({ id: Number(id), version: Number(version), label: '', values: {}, can: [] })),
  )
}

interface Attempt {
  readonly isVaried: boolean
  readonly record?: RecordData
  readonly send: (request: RunRequest, isKept?: boolean) => Promise<Envelope<RunAnswer>>
}

/** Sends what fits, then each field with other values, then what fits again, which stays for the next record. */
async function vary({ app, teller }: WalkedProduct, role: string, transition: Transition, attempt: Attempt) {
  const { record, send, isVaried } = attempt
  let fitting: RunRequest | undefined
  await fillAndRun({
    app,
    teller,
    role,
    transition,
    ...(record && { record }),
    send: (request) => {
      fitting = request
      return send(request)
    },
  })
  if (!isVaried) return
  const fields = app.entities[transition.entity]!.fields
  for (const { field: name, input } of transition.form) {
    const field = (input ? transition.inputs : fields)[name]!
    for (const value of await othersOf(app, teller, role, { transition, field, record, values: fitting!.values }))
      await send({ ...fitting!, values: { ...fitting!.values, [name]: value } })
  }
  await send(fitting!, true)
}

interface Varied {
  readonly transition: Transition
  readonly field: Field
  readonly record?: RecordData
  readonly values?: Readonly<Record<string, unknown>>
}

/** Values at the limits of a field and beyond them, and each of its choices. */
async function othersOf(app: App, teller: Teller, role: string, varied: Varied): Promise<unknown[]> {
  const { transition, field, record, values = {} } = varied
  const { min, max, maxLength } = field
  switch (field.type) {
    case 'int':
    case 'money':
    case 'decimal': {
      const limits = [min ?? 0, ...(max === undefined ? [1_000_000] : [max])]
      return [null, ...limits.flatMap((limit) => [limit - 1, limit, limit + 1]).map(String)]
    }
    case 'string':
    case 'text':
    case 'mobile':
      return [null, '?', ...(maxLength ? ['字'.repeat(maxLength), '字'.repeat(maxLength + 1)] : [])]
    case 'date':
    case 'datetime': {
      const time = field.type === 'datetime' ? { time: '10:00' } : {}
      return [null, ...[-400, -1, 0, 1, 400].map((day) => moment({ day, ...time }))]
    }
    case 'boolean':
      return [true, false]
    case 'choice':
      return [null, ...(app.dictionaries[field.dictionary ?? '']?.items.map(({ code }) => code) ?? [])]
    case 'ref': {
      const { data, code } = await teller.call<OptionsAnswer>(role, '/api/options', {
        entity: transition.entity,
        transition: transition.name,
        field: field.name,
        input: values,
        ...(record && { id: record.id }),
      })
      return [null, ...(code === 2000 ? data.options.slice(0, 4).map(({ id }) => id) : [])]
    }
    case 'lines': {
      const lines = (values[field.name] as object[] | undefined) ?? []
      const [first] = lines
      return [[], ...(first ? [[first, first], ...lineVariants(app, field, first).map((line) => [line])] : [])]
    }
    case 'files':
      return [[]]
    case 'address':
      return [null]
    default:
      return field.type satisfies never
  }
}

function lineVariants(app: App, { fields = {} }: Field, line: object): object[] {
  return Object.values(fields)
    .filter(({ stored }) => stored)
    .flatMap((cell) => {
      const items = app.dictionaries[cell.dictionary ?? '']?.items.map(({ code }) => code)
      const numbers = ['int', 'money', 'decimal'].includes(cell.type) ? ['0', '1', '-1', '1000000'] : []
      const others = cell.type === 'boolean' ? [true, false] : (items ?? numbers)
      return [null, ...others].map((value) => ({ ...line, [cell.name]: value }))
    })
}

/** The roles that may run a transition, as the engine knows them. */
export async function rolesFor({ app, callers, teller }: WalkedProduct, roles: readonly string[], one: Transition) {
  const allowed: string[] = []
  for (const role of roles) {
    const caller = await callers.identify(app, await teller.token(role), 'zh', new Date())
    if (caller && canRun(app, caller, one)) allowed.push(role)
  }
  return allowed
}
