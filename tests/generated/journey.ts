// Does every order come to its end, whatever the dealer has switched off? One order is carried on by people who hold the
// roles, and only by what a screen or the record offers them: no way is written down here.
import type { App } from '../../src/manifest/model/app'
import type { Transition } from '../../src/manifest/model/transition'
import type { RecordAnswer, RecordData, RunAnswer } from '../../src/protocol/calls'
import type { Envelope } from '../../src/protocol/envelope'
import type { Teller } from '../story/teller'
import { once, type Offers, type Shown } from './offers'
import { fillAndRun, look, type Filling } from './values'

export interface Journey {
  readonly orderType: string
  readonly deposit: boolean
  readonly supplement: boolean
  readonly nonstandard: boolean
  /** The deposit that the contract applies. */
  readonly receipt?: number
  /** Where the order is to end; what leads off the way is taken from the state `after` on. */
  readonly end: { readonly state: string; readonly after?: string }
}

export interface Outcome {
  readonly done: boolean
  readonly way: readonly string[]
  /** What was refused last, where nothing went on. */
  readonly refusals: readonly string[]
}

/** Beginnings that lead off the way of an order to its completion. */
const aside = ['chargeback', 'refund', 'appointment', 'afterCase', 'complaint', 'supplyOrder', 'redesign', 'deposit']
const mostMoves = 80

/** Where an order stands: the state of it and of what refers to it. */
export interface Whereabouts {
  readonly id: number
  readonly state: string
  readonly customer?: number
  readonly related: readonly { readonly entity: string; readonly rows: readonly Standing[] }[]
}

export interface Standing {
  readonly id: number
  readonly version: number
  readonly state: string
}

interface Learned {
  readonly role: string
  readonly name: string
}

/** Who may try, and how the order looks to each of them. */
interface People {
  readonly roles: readonly string[]
  lookAs(role: string): Promise<RecordAnswer | undefined>
}

interface Walked {
  readonly way: string[]
  readonly spent: Set<string>
}

/** The order as the account sees it, and what is wanted of it. */
interface Seen {
  readonly own: RecordAnswer
  readonly journey: Journey
}

interface Move {
  readonly role: string
  readonly transition: Transition
  readonly record?: RecordData
  readonly given?: Readonly<Record<string, number>>
}

export class Traveler {
  private readonly forbidden = new Set<string>()
  /** What led on where another order was in the same situation is tried first, the latest before all. */
  private readonly learned = new Map<string, Learned[]>()

  private readonly app: App
  private readonly teller: Teller

  /** @param run takes a step: by a call, or in a page */
  constructor(
    private readonly offers: Offers,
    private readonly roles: readonly string[],
    private readonly run: (filling: Filling) => Promise<Envelope<RunAnswer>> = fillAndRun,
  ) {
    this.app = offers.app
    this.teller = offers.teller
  }

  /** @param find says where the order stands, at first and after each move; what it finds wrong ends the way */
  async carry(journey: Journey, find: (way: readonly string[]) => Promise<Whereabouts>): Promise<Outcome> {
    const walked: Walked = { way: [], spent: new Set() }
    const { way } = walked
    for (let count = 0; count < mostMoves; count += 1) {
      const sight = await find(way)
      if (sight.state === journey.end.state) return { done: true, way, refusals: [] }
      const moved = await this.moveOn(sight, journey, walked)
      if (moved !== true) return { done: false, way, refusals: [`order is ${sight.state}`, ...moved] }
    }
    return { done: false, way, refusals: ['too many moves'] }
  }

  private async moveOn(sight: Whereabouts, journey: Journey, walked: Walked): Promise<true | string[]> {
    const { way, spent } = walked
    const { state } = sight
    const signature = JSON.stringify([state, sight.related])
    // Exactly the same situation first, then whatever was done before.
    const situations = [way.at(-1), undefined].map((last) => this.situationOf(sight, journey, last))
    const refused: string[] = []
    const lookAs = this.lookerAt(sight)
    const people = { roles: this.roles, lookAs }
    for await (const move of this.inTurn(sight, journey, people, situations)) {
      const name = `${move.transition.entity}.${move.transition.name}`
      const key = `${name} ${move.record?.id ?? ''} ${signature} ${move.role}`
      if (spent.has(key) || spent.has(`stay ${name} ${state}`) || this.forbidden.has(`${move.role} ${name}`)) continue
      const own = await lookAs(move.role)
      if (!(await this.isOffered(move, own && { own, journey }))) {
        refused.push(`${move.role} ${name}: no screen offers it`)
        continue
      }
      const answer = await this.run(this.filling(move, own, journey))
      if (answer.code === 2000) {
        // What changes nothing is done once in a state.
        if (!move.transition.creates && move.transition.to === undefined) spent.add(`stay ${name} ${state}`)
        way.push(`${move.role} ${name}`)
        for (const situation of situations) this.learn(situation, { role: move.role, name })
        return true
      }
      spent.add(key)
      // For a new record the permission is asked first of all.
      if (answer.code === 2002 && move.transition.creates) this.forbidden.add(`${move.role} ${name}`)
      refused.push(`${move.role} ${name}: ${answer.msg} ${JSON.stringify(answer.data)}`)
    }
    return refused
  }

  private filling({ role, transition, record, given }: Move, own: RecordAnswer | undefined, journey: Journey): Filling {
    return {
      app: this.app,
      teller: this.teller,
      role,
      transition,
      ...(own && { order: own.record, related: own.related }),
      nonstandard: journey.nonstandard,
      receipt: journey.receipt,
      ...(record && { record }),
      ...(given && { given }),
    }
  }

  /** The order as each account sees it, read once until something changes. */
  private lookerAt({ id }: Whereabouts): People['lookAs'] {
    const looks = new Map<string, Promise<RecordAnswer | undefined>>()
    return (role) => once(looks, role, () => look(this.teller, role, 'order', id))
  }

  private learn(situation: string, { role, name }: Learned): void {
    const others = (this.learned.get(situation) ?? []).filter((one) => one.role !== role || one.name !== name)
    this.learned.set(situation, [{ role, name }, ...others])
  }

  private async *inTurn(sight: Whereabouts, journey: Journey, people: People, situations: readonly string[]) {
    for (const { role, name } of situations.flatMap((situation) => this.learned.get(situation) ?? []))
      for await (const move of this.moves(sight, journey, { ...people, roles: [role] }))
        if (`${move.transition.entity}.${move.transition.name}` === name) yield move
    yield* this.moves(sight, journey, people)
  }

  /** Whether the page of the account has a button for it: on the order, on what refers to it, or on a screen. */
  async isOffered({ role, transition, record, given }: Move, seen?: Seen): Promise<boolean> {
    const { offers } = this
    const own = seen?.own
    const sort = seen && sortOf(seen)
    const order: Shown | undefined = own && { entity: 'order', record: own.record, sort }
    const opens = order !== undefined && (await offers.finds(role, order))
    if (record) {
      const shown = { entity: transition.entity, record, sort }
      if (opens && shown.entity !== 'order' && (await offers.inTab(role, 'order', shown, transition))) return true
      return (opens || (await offers.finds(role, shown))) && offers.inView(role, shown, transition)
    }
    if (opens && (await offers.inView(role, order, transition))) return true
    if (await offers.above(role, transition, given ?? {})) return true
    for (const [field, id] of Object.entries(given ?? {})) {
      const { entity } = (transition.inputs[field] ?? this.app.entities[transition.entity]!.fields[field])!
      const one = entity === 'order' ? own : await look(this.teller, role, entity!, id)
      const shown = one && { entity: entity!, record: one.record, sort }
      if (!shown) continue
      if (await offers.onRow(role, shown, transition)) return true
      if ((opens || (await offers.finds(role, shown))) && (await offers.inView(role, shown, transition))) return true
    }
    return false
  }

  /** What is offered: what leads the order or what refers to it on, then what begins. */
  private async *moves(sight: Whereabouts, journey: Journey, people: People): AsyncGenerator<Move> {
    const { roles, lookAs } = people
    if (this.wantsSupplement(sight, journey)) yield* this.beginning(sight, ['supplement'], roles)
    const bare = isBare(sight)
    if (this.turns(sight, journey)) yield* this.turningOff(sight, journey, people)
    for (const role of roles) {
      if (!(await this.mayMove(role, sight))) continue
      const own = await lookAs(role)
      if (own === undefined) continue
      if (journey.nonstandard && bare) yield* this.staying(role, own)
      yield* this.leadingOn(role, 'order', own.record)
      for (const { entity, rows } of own.related) for (const row of rows) yield* this.leadingOn(role, entity, row)
    }
    const entities = this.app.entities.order!.detail.related.map(({ entity }) => entity)
    yield* this.beginning(
      sight,
      entities.filter((name) => !aside.includes(name) && name !== 'supplement'),
      roles,
    )
  }

  /** What leads the order to an end off its way: at once, or by a request that others grant. */
  private async *turningOff(sight: Whereabouts, { end }: Journey, { roles, lookAs }: People): AsyncGenerator<Move> {
    const request = end.state === 'chargedBack' ? 'chargeback' : undefined
    for (const role of roles) {
      const own = await lookAs(role)
      if (own === undefined) continue
      for (const name of own.record.can) {
        const transition = this.app.entities.order!.transitions[name]
        if (transition?.to === end.state) yield { role, transition, record: own.record }
      }
      for (const { entity, rows } of own.related)
        if (entity === request) for (const row of rows) yield* this.leadingOn(role, entity, row)
    }
    if (request) yield* this.beginning(sight, [request], roles)
  }

  /** Whether the order is where what leads off its way is sought. */
  private turns({ state }: Whereabouts, { end: { after } }: Journey): boolean {
    const states = Object.keys(this.app.entities.order!.states)
    return after !== undefined && states.indexOf(state) >= states.indexOf(after)
  }

  private wantsSupplement({ state, related }: Whereabouts, journey: Journey): boolean {
    return (
      journey.supplement &&
      state === 'placing' &&
      !related.some(({ entity, rows }) => entity === 'supplement' && rows.length > 0)
    )
  }

  private *leadingOn(role: string, entity: string, record: RecordData): Generator<Move> {
    const { transitions } = this.app.entities[entity]!
    for (const name of record.can) {
      const transition = transitions[name]
      if (transition && this.leads(transition, record.state)) yield { role, transition, record }
    }
  }

  /** Whether a transition leads a record in a state towards its end, and does not give it up. */
  private leads({ entity, danger, to, note }: Transition, state = ''): boolean {
    if (danger || to === undefined || note === 'required') return false
    const { states } = this.app.entities[entity]!
    const order = Object.keys(states)
    const { color } = states[to]!
    // A state without a color of its own gives the record up, or takes it back.
    return order.indexOf(to) > order.indexOf(state) && color !== 'red' && color !== 'neutral'
  }

  private *staying(role: string, { record }: RecordAnswer): Generator<Move> {
    const { transitions } = this.app.entities.order!
    for (const name of record.can) {
      const transition = transitions[name]
      if (transition && isStaying(transition)) yield { role, transition, record }
    }
  }

  /** Whether the rights of an account suffice for any step from here: otherwise its page need not be looked at. */
  private async mayMove(role: string, { state: own, related }: Whereabouts): Promise<boolean> {
    const runs = await this.offers.runsOf(role)
    const shown = [{ entity: 'order', rows: [{ state: own }] }, ...related]
    return shown.some(({ entity, rows }) =>
      Object.values(this.app.entities[entity]!.transitions).some(
        (transition) =>
          rows.some(
            ({ state }) => transition.from.includes(state) && (this.leads(transition, state) || isStaying(transition)),
          ) && runs(transition),
      ),
    )
  }

  private async *beginning(
    sight: Whereabouts,
    entities: readonly string[],
    roles: readonly string[],
  ): AsyncGenerator<Move> {
    for (const name of entities)
      for (const transition of Object.values(this.app.entities[name]!.transitions)) {
        if (!transition.creates) continue
        const given = this.referring(transition, sight)
        if (given === undefined) continue
        for (const role of roles) if ((await this.offers.runsOf(role))(transition)) yield { role, transition, given }
      }
  }

  /** The references of a form that are known already: the order, its customer, and what refers to it and is open. */
  private referring(
    transition: Transition,
    { id, customer, related }: Whereabouts,
  ): Record<string, number> | undefined {
    const given: Record<string, number> = {}
    for (const { field, input } of transition.form) {
      const { type, entity } = (input ? transition.inputs : this.app.entities[transition.entity]!.fields)[field]!
      if (type !== 'ref') continue
      const open = related
        .find((one) => one.entity === entity)
        ?.rows.find(({ state }) => !this.app.entities[entity!]!.states[state]?.closed)
      if (entity === 'order') given[field] = id
      else if (entity === 'customer' && customer !== undefined) given[field] = customer
      else if (entity === 'placement' && open) given[field] = open.id
    }
    return Object.keys(given).length > 0 ? given : undefined
  }

  /** The situation of an order: its state, what is wanted of it, and what was done last. */
  private situationOf(sight: Whereabouts, journey: Journey, last: string | undefined): string {
    const { state } = sight
    const end = this.turns(sight, journey) && journey.end
    const wanted = [this.wantsSupplement(sight, journey), journey.nonstandard && isBare(sight), journey.deposit]
    return JSON.stringify([state, journey.orderType === '5', wanted, end, last])
  }
}

/** What lists tell orders apart by, beside their state: the type, and the extras. */
const sortOf = ({ own, journey: { deposit, supplement, nonstandard } }: Seen): string =>
  JSON.stringify([own.record.values.orderType, deposit, supplement, nonstandard])

/** Writes parts down and leaves the order where it is. */
const isStaying = ({ to, form }: Transition): boolean => to === undefined && form.some(({ field }) => field === 'parts')

/** Without a request for nonstandard parts. */
const isBare = ({ related }: Whereabouts): boolean =>
  !related.some(({ entity, rows }) => entity === 'nonstandard' && rows.length > 0)
