// A walk at random through orders and their money: legal moves and illegal ones, by the right people and by wrong ones,
// several at the same time.
// Whatever is answered, nothing that must hold may break, and what is refused has changed nothing.
import { pictureOf } from '../generated/values'
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { createChance, type Chance } from '../../scripts/demo/chance'
import type { App } from '../../src/manifest/model/app'
import type { Transition } from '../../src/manifest/model/transition'
import type { OptionsAnswer, RecordAnswer, RecordData, RunAnswer } from '../../src/protocol/calls'
import { createTeller, accounts, emptyAccount, moment, type Teller } from '../story/teller'
import type { Product } from '../whole/product'
import { broken, type Memory } from './invariants'
import { lastRecords, readTables } from './tables'
import { moves, type Move } from './moves'
import type { Sight } from './moveValues'

export interface Walked {
  readonly tried: number
  readonly done: number
  readonly refused: number
  readonly finished: Readonly<Record<string, number>>
  readonly actions: Readonly<Record<string, number>>
}

/** How many orders are on their way at the same time. */
const open = 10
const over = ['completed', 'chargedBack', 'closed']
const cap = 1_000_000

export class Walk {
  private readonly teller: Teller
  private readonly chance: Chance
  private readonly memory: Memory = new Map()
  private readonly orders: number[] = []
  private readonly counts = { tried: 0, done: 0, refused: 0 }
  private readonly finished: Record<string, number> = {}
  private readonly actions: Record<string, number> = {}
  private since: Record<string, number> = {}
  private waybill = 0
  private fixed!: Pick<Sight, 'designers' | 'installers'>

  constructor(
    private readonly product: Product,
    private readonly seed: number,
  ) {
    this.teller = createTeller(product.transport)
    this.chance = createChance(seed)
  }

  private get app(): App {
    return this.product.server.dependencies.liveApp.current
  }
  private get database() {
    return this.product.server.dependencies.database
  }

  /** Signs everybody in and gives the dealer an account. */
  async prepare(): Promise<void> {
    this.since = await lastRecords(this.database)
    for (const role of Object.keys(accounts)) await this.teller.token(role)
    await emptyAccount(this.teller, 'dealer')
    const dealer = (await this.teller.account('finance')).dealer
    await this.must('admin', 'creditLine.grant', {
      dealer,
      creditType: 'permanent',
      limit: '60000.00',
      validFrom: moment({ day: 0 }),
      validTo: moment({ day: 300 }),
    })
    const people = async (transition: string, field: string) =>
      (
        await this.teller.call<OptionsAnswer>('admin', '/api/options', { entity: 'order', transition, field })
      ).data.options.map(({ id }) => id)
    this.fixed = {
      designers: await people('assignRuler', 'worker'),
      installers: await people('assignWork', 'worker'),
    }
  }

  /** @param together how many move at the same time */
  async go(steps: number, together: number): Promise<Walked> {
    const end = this.counts.tried + steps
    for (let round = 0; this.counts.tried < end; round += 1) {
      if (round % 20 === 0) await this.fund()
      while (this.orders.length < open) this.orders.push(await this.newOrder())
      // Some meet at one order, the others keep out of each other's way.
      const meet = this.chance.in100(50) ? this.chance.one(this.orders) : undefined
      await Promise.all(
        Array.from({ length: together }, () => this.step(meet ?? this.chance.one(this.orders), together === 1)),
      )
      if (round % 5 === 0) await this.check()
    }
    await this.check()
    return { ...this.counts, finished: this.finished, actions: this.actions }
  }

  private async check(): Promise<void> {
    const tables = await readTables(this.database)
    const found = broken(tables, this.memory, this.since)
    if (found.length > 0) throw new Error(`After ${this.counts.tried} moves of seed ${this.seed}:\n${found.join('\n')}`)
    for (const id of [...this.orders]) {
      const state = String(tables.order.find((order) => order.id === id)?.state)
      if (!over.includes(state) || this.chance.in100(60)) continue
      this.finished[state] = (this.finished[state] ?? 0) + 1
      this.orders.splice(this.orders.indexOf(id), 1)
    }
  }

  /** Money for the factory, so that the walk does not end for want of it. */
  private async fund(): Promise<void> {
    const { id } = await this.must('finance', 'remittance.create', {
      purpose: this.chance.one(['prepay', 'creditRepay']),
      amount: `${this.chance.between(5, 40)}000.00`,
      bank: 'icbc',
      payerName: '经销商',
      bankRef: randomUUID(),
      paidOn: moment({ day: 0 }),
      vouchers: [await pictureOf(this.teller, 'finance')],
    })
    await this.must('admin', 'remittance.post', {}, { id, version: 1 })
  }

  private async newOrder(): Promise<number> {
    const address = { province: '浙江省', city: '杭州市', district: '西湖区', detail: '文三路 268 号' }
    const number = this.seed * 7919 + this.counts.tried * 31 + this.orders.length + this.waybill++
    const mobile = `139${String(number % 100_000_000).padStart(8, '0')}`
    const customer = await this.must('guide', 'customer.create', {
      name: '随机客户',
      mobile,
      source: 'walkIn',
      intent: 'A',
      address,
    })
    const order = await this.must('guide', 'order.create', {
      customer: customer.id,
      orderType: '1',
      category: 'cabinet',
      urgency: 'normal',
      address,
    })
    return order.id
  }

  private async must(
    role: string,
    action: string,
    values: Record<string, unknown>,
    record: { id?: number; version?: number } = {},
  ): Promise<RunAnswer> {
    const [entity, transition] = action.split('.')
    const answer = await this.teller.call<RunAnswer>(role, '/api/run', {
      entity,
      transition,
      ...record,
      values,
      key: randomUUID(),
    })
    if (answer.code !== 2000) throw new Error(`${action}: ${answer.msg} ${JSON.stringify(answer.data)}`)
    return answer.data
  }

  private async step(id: number, alone: boolean): Promise<void> {
    const { chance } = this
    const read = await this.teller.call<RecordAnswer>('admin', '/api/record', { entity: 'order', id })
    const order = read.data.record
    const customer = (order.values.customer as { id: number }).id
    const sight: Omit<Sight, 'file'> = {
      order,
      related: read.data.related,
      customer,
      chance,
      unique: () => `W${this.seed}-${this.waybill++}`,
      ...this.fixed,
    }
    const legal = chance.in100(80)
    const move = legal ? this.likely(sight) : chance.one(moves)
    if (!move) return
    const [entity = '', transition = ''] = move.action.split('.')
    const target = this.target(sight, entity, this.app.entities[entity]!.transitions[transition]!, legal)
    if (target === undefined) return
    const values = move.values?.({ ...sight, file: await pictureOf(this.teller, move.role) }) ?? {}
    const spoilt = legal && !chance.in100(8) ? values : this.spoil(values)
    const role = chance.in100(legal ? 97 : 60) ? move.role : chance.one(Object.keys(accounts))
    const version = target && chance.in100(3) ? target.version - 1 : target?.version
    const before = alone ? await this.fingerprint() : undefined
    this.counts.tried += 1
    const answer = await this.teller.call<RunAnswer>(role, '/api/run', {
      entity,
      transition,
      ...(target && { id: target.id, version }),
      values: spoilt,
      ...(move.note && { note: '随机' }),
      key: randomUUID(),
    })
    if (![2000, 2001, 2002].includes(answer.code))
      throw new Error(`${move.action} was answered ${answer.code}: ${answer.msg} (${JSON.stringify(spoilt)})`)
    if (answer.code === 2000) {
      this.counts.done += 1
      this.actions[move.action] = (this.actions[move.action] ?? 0) + 1
    } else this.counts.refused += 1
    if (answer.code !== 2000 && before !== undefined && (await this.fingerprint()) !== before)
      throw new Error(`${move.action} was refused and has changed something (${answer.msg})`)
  }

  /** A move that the states of the order's records allow. */
  private likely(sight: Omit<Sight, 'file'>): Move | undefined {
    const able = moves.filter(({ action, when }) => {
      const [entity = '', transition = ''] = action.split('.')
      const { creates, from } = this.app.entities[entity]!.transitions[transition]!
      if (creates) return when?.includes(String(sight.order.state)) === true
      return this.records(sight, entity).some(({ state }) => from.includes(String(state)))
    })
    let left = (this.chance.between(1, cap) / cap) * able.reduce((total, { weight = 1 }) => total + weight, 0)
    return able.find(({ weight = 1 }) => (left -= weight) <= 0) ?? able.at(-1)
  }

  private records({ order, related }: Pick<Sight, 'order' | 'related'>, entity: string): readonly RecordData[] {
    return entity === 'order' ? [order] : (related.find((one) => one.entity === entity)?.rows ?? [])
  }

  /** The record that is moved: null when it creates, undefined when there is none. */
  private target(
    sight: Pick<Sight, 'order' | 'related' | 'chance'>,
    entity: string,
    { creates, from }: Transition,
    legal: boolean,
  ): RecordData | null | undefined {
    if (creates) return null
    const all = this.records(sight, entity)
    const fit = legal ? all.filter(({ state }) => from.includes(String(state))) : all
    return fit.length === 0 ? undefined : this.chance.one(fit)
  }

  /** One value is left out, or is no value of its kind. */
  private spoil(values: Record<string, unknown>): Record<string, unknown> {
    const names = Object.keys(values)
    if (names.length === 0) return this.chance.in100(50) ? values : { nothing: 1 }
    const name = this.chance.one(names)
    const wrong = this.chance.one<unknown>([
      undefined,
      null,
      '',
      '-1.00',
      '999999999.99',
      0,
      -5,
      1e21,
      'x',
      [],
      [{}],
      {},
      true,
      '2099-01-01',
    ])
    return { ...values, [name]: wrong }
  }

  /**
   * Changes with anything that a caller writes to the orders of the walk; what the server does by itself meanwhile is
   * left out.
   */
  private async fingerprint(): Promise<string> {
    const since = this.since.order!
    const [row] = await this.database.query<{ print: string }>(
      sql`SELECT concat_ws(' ', (SELECT count(*) FROM "log" WHERE "by" IS NOT NULL), (SELECT sum("version") FROM "order"
        WHERE "id" > ${since}), (SELECT sum("version") FROM "placement"
        WHERE "order" > ${since}), (SELECT sum("version") FROM "contract" WHERE "order" > ${since}), (SELECT count(*)
        FROM "accountEntry"), (SELECT count(*) FROM "task"), (SELECT count(*) FROM "order.parts")) AS print`,
    )
    return row!.print
  }
}
