// Has everybody something to choose where a form requires a reference, and is told of each choice what tells it apart?
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { App } from '../../src/manifest/model/app'
import type { FormField, Transition } from '../../src/manifest/model/transition'
import type { OptionsAnswer, RunAnswer } from '../../src/protocol/calls'
import { Offers, once } from '../generated/offers'
import { look } from '../generated/values'
import { accounts, type Teller } from '../story/teller'
import type { Product } from './product'
import { turnOf } from '../turns'

interface Suite {
  readonly product: Product
  readonly teller: Teller
}
type Chosen = Readonly<Record<string, number | string>>

/** How many records in its states are looked at, and how many choices before the one in question. */
const most = 3

const fieldOf = (app: App, { entity, inputs }: Transition, { field, input }: FormField) =>
  input ? inputs[field] : app.entities[entity]!.fields[field]

/** The references that a form always requires. */
const requiredOf = (app: App, transition: Transition) =>
  transition.form.filter((ask) => !ask.readOnly && ask.required && fieldOf(app, transition, ask)?.type === 'ref')

/** Who has no choice, by the reason. */
const excused: Readonly<Record<string, readonly string[]>> = {
  'the demo has no such record at the dealer who is barred; staff of the other dealer have one': [
    'restricted contract.create.order',
    'restricted evaluation.createSurvey.order',
    'restricted nonstandard.create.order',
    'restricted order.createSample.storeProject',
    'restricted programKey.create.account',
    'restricted supplyOrder.createByTool.order',
  ],
}

export function describeChoices(suite: Suite): void {
  const app = () => suite.product.server.dependencies.liveApp.current
  const optionsOf = async (role: string, request: object) => {
    const { code, data } = await suite.teller.call<OptionsAnswer>(role, '/api/options', request)
    return code === 2000 ? data.options : []
  }

  const looks = new Map<string, ReturnType<typeof look>>()
  /** What a role may run on a record. */
  const canOf = async (role: string, entity: string, id: number): Promise<readonly string[]> => {
    const seen = await once(looks, `${role} ${entity} ${id}`, () => look(suite.teller, role, entity, id))
    return seen?.record.can ?? []
  }

  /** Records on which a role may run a transition, the latest first; `[undefined]` for a creation. */
  async function subjects(role: string, { entity, name, creates, from }: Transition): Promise<(number | undefined)[]> {
    if (creates) return [undefined]
    const rows = await suite.product.server.dependencies.database.query<{ id: number }>(
      sql`SELECT "id" FROM ${sql([`"${entity}"`])} WHERE "state" = ANY(${[...from]}) ORDER BY "id" DESC LIMIT 30`,
    )
    const ids: number[] = []
    for (const { id } of rows) {
      if ((await canOf(role, entity, Number(id))).includes(name)) ids.push(Number(id))
      if (ids.length === most) break
    }
    return ids
  }

  /** Whether something is offered, after some choice of what is asked before it. */
  async function isOffered(role: string, transition: Transition, asks: readonly FormField[], on?: number) {
    const request = { entity: transition.entity, transition: transition.name, ...(on !== undefined && { id: on }) }
    const offers = async (at: number, input: Chosen): Promise<boolean> => {
      const options = await optionsOf(role, { ...request, field: asks[at]!.field, input })
      if (at === asks.length - 1 || options.length === 0) return options.length > 0
      for (const { id } of options.slice(0, most))
        if (await offers(at + 1, { ...input, [asks[at]!.field]: id })) return true
      return false
    }
    return offers(0, {})
  }

  describe('a required reference', () => {
    it('offers a choice to everyone who may run its transition', { timeout: 120_000 }, async () => {
      const product = app()
      const offers = new Offers(product, suite.teller, suite.product.transport)
      const without: string[] = []
      let asked = 0
      const roles = turnOf(Object.keys(accounts), 3)
      for (const role of roles) {
        const runs = await offers.runsOf(role)
        for (const transition of Object.values(product.entities).flatMap((one) => Object.values(one.transitions))) {
          const asks = requiredOf(product, transition)
          if (asks.length === 0 || !runs(transition)) continue
          const on = await subjects(role, transition)
          for (const at of on.length === 0 ? [] : asks.keys()) {
            asked += 1
            let found = false
            for (const id of on) found ||= await isOffered(role, transition, asks.slice(0, at + 1), id)
            if (!found) without.push(`${role} ${transition.entity}.${transition.name}.${asks[at]!.field}`)
          }
        }
      }
      expect(asked).toBeGreaterThan(20)
      expect(without.sort()).toEqual(
        Object.values(excused)
          .flat()
          .filter((name) => roles.includes(name.split(' ')[0]!))
          .sort(),
      )
    })

    it('out of reach tells whether it belongs to another store or a colleague, and nothing of another dealer', async () => {
      const { database } = suite.product.server.dependencies
      const { store, dealer } = await suite.teller.account('guide')
      /** A customer that the guide cannot open. */
      const customer = async (where: ReturnType<typeof sql>) => {
        const found = await database.query<{ id: number }>(sql`SELECT "id" FROM "customer" WHERE ${where} LIMIT 60`)
        for (const { id } of found)
          if ((await look(suite.teller, 'guide', 'customer', Number(id))) === undefined) return Number(id)
        throw new Error('every such customer is within reach')
      }
      const told = async (id: number) => {
        const values = { customer: id, orderType: '1' }
        const request = { entity: 'order', transition: 'create', values, key: `choice-${id}` }
        const answer = await suite.teller.call<RunAnswer>('guide', '/api/run', request)
        return (answer.data as unknown as { fields: Record<string, string> }).fields.customer
      }
      const colleagues = await customer(sql`"dealer" = ${dealer} AND "store" = ${store}`)
      expect(await told(colleagues)).toMatch(/由他人负责/)
      await database.transaction((tx) =>
        tx.query(sql`UPDATE "customer" SET "store" = (SELECT min("id") FROM "store"
          WHERE "dealer" = ${dealer} AND "id" <> ${store}) WHERE "id" = ${colleagues}`),
      )
      expect(await told(colleagues)).toMatch(/属于其他门店/)
      expect(await told(await customer(sql`"dealer" <> ${dealer}`))).toMatch(/不存在或不可选/)
      expect(await told(9_999_999)).toMatch(/不存在或不可选/)
    })
  })

  it('a record that a form offers is told apart by two facts beside its label', () => {
    const { entities } = app()
    const chosen = new Set(
      Object.values(entities).flatMap(({ transitions }) =>
        Object.values(transitions).flatMap((transition) =>
          transition.form.flatMap((ask) => {
            const field = fieldOf(app(), transition, ask)
            return [field, ...Object.values(field?.fields ?? {})].flatMap((one) =>
              one?.type === 'ref' ? [one.entity!] : [],
            )
          }),
        ),
      ),
    )
    expect(chosen.size).toBeGreaterThan(15)
    for (const name of chosen) expect(entities[name]!.facts.length, name).toBeGreaterThanOrEqual(2)
  })
}
