// Tests that answers of /api/why are complete and minimal, for sampled roles, records and
// transitions of the demo data: satisfying all named conditions offers the transition, leaving out one does not.
// WHY=all tries every state of every entity, WHY_FROM goes on at a case.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { expect } from 'vitest'
import { createChance } from '../../scripts/demo/chance'
import { canRead } from '../../src/manifest/access/permissions'
import { conjuncts } from '../../src/manifest/expression/analyze'
import type { App } from '../../src/manifest/model/app'
import type { Entity } from '../../src/manifest/model/entity'
import type { RuleNode } from '../../src/manifest/model/rule'
import { excludingFields, type Transition } from '../../src/manifest/model/transition'
import { RequestError } from '../../src/protocol/requestError'
import type { MissingKind } from '../../src/protocol/records/stepCalls'
import type { Caller, Context } from '../../src/server/context/context'
import { identifier } from '../../src/server/database/sql/identifier'
import { readRecord } from '../../src/server/endpoints/records/record'
import { explainRefusal } from '../../src/server/endpoints/records/why'
import { loadRecords } from '../../src/server/query/records/loadRecords'
import { loopDay, loopSeed } from '../loopSeed'
import { accounts, type Teller } from '../story/teller'
import type { Product } from './product'
import { shuffled } from './sample'

const whole = process.env.WHY === 'all'
const chance = createChance(loopSeed + loopDay)
const most = 40
/** The first case of the whole, and after how many it tells how far it is. */
const from = Number(process.env.WHY_FROM ?? 0)
const reportedEvery = 1000

interface Cell {
  readonly caller: Caller
  readonly entity: Entity
  readonly id: number
  readonly transition: Transition
}

/** Ends a transaction of which nothing is kept. */
class Undone extends Error {
  override readonly name = 'Undone'
}

/** What is missing, without checks: these are told of transitions that are offered, too. */
async function missing(context: Context, { entity, id, transition }: Cell): Promise<MissingKind[]> {
  const { refused } = await explainRefusal(context, { entity: entity.name, transition: transition.name, id })
  return refused.flatMap(({ conditions }) => conditions.map(({ kind }) => kind)).filter((kind) => kind !== 'check')
}

const isOffered = async (context: Context, { entity, id, transition }: Cell) =>
  (await readRecord(context, { entity: entity.name, id })).record.can.includes(transition.name)

/** What is tried in any case, and what is tried as well until each sort was met. */
interface Drawn {
  readonly cells: readonly Cell[]
  readonly further: readonly Cell[]
}

/** Of each entity that a role reads a record of each state within its reach, with every transition of people. */
async function cellsOf({ server }: Product, teller: Teller): Promise<Drawn> {
  const { database, liveApp, callers } = server.dependencies
  const app = liveApp.current
  const cells: Cell[] = []
  for (const role of Object.keys(accounts)) {
    const caller = (await callers.identify(app, await teller.token(role), 'zh', new Date()))!
    const context: Context = { app, caller, now: new Date(), query: (statement) => database.query(statement) }
    for (const entity of Object.values(app.entities)) {
      const transitions = Object.values(entity.transitions).filter((one) => !one.creates && isForPeople(one))
      if (entity.view || transitions.length === 0 || !canRead(app, caller, entity)) continue
      const load = { entity: entity.name, paths: [], where: {}, scoped: true, limit: 300 }
      const records = new Map((await loadRecords(context, load)).map(({ id, state }) => [state, Number(id)]))
      for (const id of records.values())
        for (const transition of transitions) cells.push({ caller, entity, id, transition })
    }
  }
  if (whole) return { cells: cells.slice(from), further: [] }
  // What few transitions declare is tried as often as the rest.
  const isRare = ({ transition }: Cell) => transition.fourEyes !== undefined || transition.rowScopes !== undefined
  const drawn = new Set(cells.filter((cell) => chance.in100(((isRare(cell) ? 500 : 100) * most) / cells.length)))
  return { cells: [...drawn], further: shuffled(cells.filter((cell) => !drawn.has(cell))) }
}

const isForPeople = ({ permissions }: Transition) => permissions.some(({ permission }) => permission !== 'system')
/** Statements that make a part of a condition true; undefined where it is not a plain one over the record itself. */
function mended({ entity, id }: Cell, node: RuleNode): Sql | undefined {
  const [name, wanted] =
    node.kind === 'name'
      ? [node, true]
      : node.kind === 'not'
        ? [node.of, false]
        : node.kind === 'binary' && node.op === '==' && node.right.kind === 'literal'
          ? [node.left, node.right.value]
          : node.kind === 'binary' &&
              node.op === 'in' &&
              node.right.kind === 'list' &&
              node.right.items[0]?.kind === 'literal'
            ? [node.left, node.right.items[0].value]
            : [undefined, null]
  if (name?.kind !== 'name' || name.scope !== 'record' || name.path.length !== 1) return undefined
  const field = entity.fields[name.path[0]!]
  if (!field?.stored || !['boolean', 'choice', 'string'].includes(field.type)) return undefined
  return sql`update ${raw(`"${entity.name}"`)} set ${raw(`"${field.name}"`)} = ${wanted} where "id" = ${id}`
}

type Mend = (context: Context) => Promise<Context | undefined>

/** How each kind of what is missing is made true; undefined where that takes more than one value. */
function mends(app: App, cell: Cell): Partial<Record<MissingKind, Mend>> {
  const { entity, id, transition } = cell
  const table = raw(`"${entity.name}"`)
  const change = async (context: Context, statement: Sql | undefined) => {
    if (!statement) return undefined
    await context.query(statement)
    return context
  }
  const [code] = transition.permissions.filter(({ permission, when }) => permission !== 'system' && !when)
  return {
    state: (context) => change(context, sql`update ${table} set "state" = ${transition.from[0]} where "id" = ${id}`),
    fourEyes: (context) => {
      const emptied = excludingFields(transition).map((field) => sql`${identifier(field)} = null`)
      return change(context, sql`update ${table} set ${join(emptied)} where "id" = ${id}`)
    },
    permission: async (context) =>
      code && code.permission !== app.access.administratorPermission
        ? {
            ...context,
            caller: { ...context.caller, codes: new Set([...context.caller.codes, code.permission]) },
          }
        : undefined,
    condition: async (context) => {
      for (const node of transition.when ? conjuncts(transition.when.node) : [])
        if (!(await change(context, mended(cell, node)))) return undefined
      return context
    },
  }
}

/** Makes what is missing true, except one kind of it; undefined where that cannot be done by plain values. */
async function mend(context: Context, cell: Cell, kinds: readonly MissingKind[]): Promise<Context | undefined> {
  const ways = mends(context.app, cell)
  let now: Context | undefined = context
  for (const kind of kinds) {
    // What was taken away is given back like what was never held.
    const way = ways[kind === 'withdrawn' ? 'permission' : kind]
    now = now && way && (await way(now))
  }
  return now
}

/** Tries the sampled cells, and more until each sort was met; answers how many of each sort there were. */
export async function tryWhyNot(product: Product, teller: Teller) {
  const counted = { offered: 0, refused: 0, mended: 0, left: 0 }
  const { cells, further } = await cellsOf(product, teller)
  for (const [index, cell] of cells.entries()) {
    await tryCell(product, cell, counted)
    const next = index + 1
    if (whole && next % reportedEvery === 0)
      console.log(
        `${next} of ${cells.length} hold: ${JSON.stringify(counted)}; WHY_FROM=${from + next} goes on from here.`,
      )
  }
  for (const cell of further) {
    if (Object.values(counted).every((count) => count > 0)) break
    await tryCell(product, cell, counted)
  }
  return counted
}

async function tryCell(
  { server }: Product,
  cell: Cell,
  counted: Record<'offered' | 'refused' | 'mended' | 'left', number>,
): Promise<void> {
  const { database, liveApp } = server.dependencies
  const app = liveApp.current
  const title = `${cell.entity.name}.${cell.transition.name} of ${cell.id} for ${String(cell.caller.me.name)}`
  /** Runs within a transaction of which nothing is kept, after these were made true. */
  const within = async (kinds: readonly MissingKind[], look: (context: Context) => Promise<void>) =>
    database
      .transaction(async ({ query }) => {
        const context: Context = { app, caller: cell.caller, now: new Date(), query }
        const now = await mend(context, cell, kinds)
        if (now) await look(now)
        throw new Undone()
      })
      .catch((error: unknown) => {
        // Another record stands where this one would have to.
        const isTaken = (error as { code?: string }).code === '23505'
        if (!(error instanceof Undone) && !isTaken) throw error
      })
  const context: Context = {
    app,
    caller: cell.caller,
    now: new Date(),
    query: (statement) => database.query(statement),
  }
  const offered = await isOffered(context, cell).catch((error: unknown) => {
    if (error instanceof RequestError) return undefined
    throw error
  })
  if (offered === undefined) return
  const named = [...new Set(await missing(context, cell))]
  expect(named.length === 0, `${title}: ${named.join()}`).toBe(offered)
  counted[offered ? 'offered' : 'refused'] += 1
  if (named.length === 0) return
  await within(named, async (context) => {
    if (!(await reaches(context, cell))) return
    expect(await isOffered(context, cell), `${title}: all of ${named.join()} made true`).toBe(true)
    expect(await missing(context, cell), title).toEqual([])
    counted.mended += 1
  })
  for (const left of named.length > 1 ? named : [])
    await within(
      named.filter((kind) => kind !== left),
      async (context) => {
        if (!(await reaches(context, cell))) return
        expect(await isOffered(context, cell), `${title}: all but ${left}`).toBe(false)
        expect([...new Set(await missing(context, cell))], title).toEqual([left])
        counted.left += 1
      },
    )
}

/** Whether the record is still within reach: its state may decide that. */
const reaches = (context: Context, cell: Cell) =>
  isOffered(context, cell).then(
    () => true,
    () => false,
  )
