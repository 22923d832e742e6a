// Does every order come to its end, whatever the dealer has switched off? One order is carried on by people who hold the
// roles, and only by what a screen or the record offers them: no way is written down here.
import type { App } from '../../src/manifest/model/app'
import type { Transition } from '../../src/manifest/model/transition'
import type { RecordAnswer, RecordData } from '../../src/protocol/calls'
import type { Envelope } from '../../src/protocol/envelope'
import type { Transport } from '../../src/protocol/transport'
import type { Teller } from '../story/teller'
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
/** Sees every order. */
const viewer = 'admin'

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

interface Move {
  readonly role: string
  readonly transition: Transition
  readonly record?: RecordData
  readonly given?: Readonly<Record<string, unknown>>
}

export class Traveler {
  private readonly routes = new Map<string, ReadonlySet<string>>()
  private readonly forbidden = new Set<string>()
  /** What led on where another order was in the same situation is tried first, the latest before all. */
  private readonly learned = new Map<string, Learned[]>()

  /** @param afterMove is asked after each move; what it finds wrong ends the way */
  constructor(
    private readonly app: App,
    private readonly teller: Teller,
    private readonly roles: readonly string[],
    private readonly transport: Transport,
    private readonly afterMove: (way: readonly string[]) => Promise<void>,
  ) {}

  /** Notes which addresses each account may open. */
  async signIn(): Promise<void> {
    for (const role of this.roles) {
      const headers = { 'x-token': await this.teller.token(role) }
      const reply = await this.transport({ method: 'GET', path: '/api/boot?client=dealerPc', headers })
      const boot = (reply.body as Envelope<{ routes: Record<string, { path: string }> }>).data
      this.routes.set(role, new Set(Object.values(boot.routes).map(({ path }) => path)))
    }
  }

  async carry(id: number, journey: Journey): Promise<Outcome> {
    const walked: Walked = { way: [], spent: new Set() }
    const { way } = walked
    for (let count = 0; count < mostMoves; count += 1) {
      const sight = (await look(this.teller, viewer, 'order', id))!
      if (sight.record.state === journey.end.state) return { done: true, way, refusals: [] }
      const moved = await this.moveOn(sight, journey, walked)
      if (moved !== true) return { done: false, way, refusals: [`order is ${sight.record.state}`, ...moved] }
      await this.afterMove(way)
    }
    return { done: false, way, refusals: ['too many moves'] }
  }

  private async moveOn(sight: RecordAnswer, journey: Journey, walked: Walked): Promise<true | string[]> {
    const { way, spent } = walked
    const { state } = sight.record
    const signature = JSON.stringify([state, sight.related.map(({ rows }) => rows.map((row) => [row.id, row.version]))])
    const situation = this.situationOf(sight, journey, way.at(-1))
    const refused: string[] = []
    for await (const move of this.inTurn(sight, journey, this.learned.get(situation) ?? [])) {
      const name = `${move.transition.entity}.${move.transition.name}`
      const key = `${name} ${move.record?.id ?? ''} ${signature} ${move.role}`
      if (spent.has(key) || spent.has(`stay ${name} ${state}`) || this.forbidden.has(`${move.role} ${name}`)) continue
      const answer = await fillAndRun(this.filling(move, sight, journey))
      if (answer.code === 2000) {
        // What changes nothing is done once in a state.
        if (!move.transition.creates && move.transition.to === undefined) spent.add(`stay ${name} ${state}`)
        way.push(`${move.role} ${name}`)
        const others = (this.learned.get(situation) ?? []).filter((one) => one.role !== move.role || one.name !== name)
        this.learned.set(situation, [{ role: move.role, name }, ...others])
        return true
      }
      spent.add(key)
      // For a new record the permission is asked first of all.
      if (answer.code === 2002 && move.transition.creates) this.forbidden.add(`${move.role} ${name}`)
      refused.push(`${move.role} ${name}: ${answer.msg} ${JSON.stringify(answer.data)}`)
    }
    return refused
  }

  private filling({ role, transition, record, given }: Move, sight: RecordAnswer, journey: Journey): Filling {
    return {
      app: this.app,
      teller: this.teller,
      role,
      transition,
      order: sight.record,
      related: sight.related,
      nonstandard: journey.nonstandard,
      receipt: journey.receipt,
      ...(record && { record }),
      ...(given && { given }),
    }
  }

  private async *inTurn(sight: RecordAnswer, journey: Journey, learned: readonly Learned[]): AsyncGenerator<Move> {
    const looks = new Map<string, Promise<RecordAnswer | undefined>>()
    const lookAs = (role: string) => {
      const seen = looks.get(role) ?? look(this.teller, role, 'order', sight.record.id)
      looks.set(role, seen)
      return seen
    }
    looks.set(viewer, Promise.resolve(sight))
    for (const { role, name } of learned)
      for await (const move of this.moves(sight, journey, { roles: [role], lookAs }))
        if (`${move.transition.entity}.${move.transition.name}` === name) yield move
    yield* this.moves(sight, journey, { roles: this.roles, lookAs })
  }

  /** What is offered: what leads the order or what refers to it on, then what begins. */
  private async *moves(sight: RecordAnswer, journey: Journey, people: People): AsyncGenerator<Move> {
    const { roles, lookAs } = people
    if (this.wantsSupplement(sight, journey)) yield* this.beginning(sight, ['supplement'], roles)
    const bare = isBare(sight)
    if (this.turns(sight, journey)) yield* this.turningOff(sight, journey, people)
    for (const role of roles) {
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
  private async *turningOff(sight: RecordAnswer, { end }: Journey, { roles, lookAs }: People): AsyncGenerator<Move> {
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
  private turns({ record }: RecordAnswer, { end: { after } }: Journey): boolean {
    const states = Object.keys(this.app.entities.order!.states)
    return after !== undefined && states.indexOf(record.state!) >= states.indexOf(after)
  }

  private wantsSupplement({ record, related }: RecordAnswer, journey: Journey): boolean {
    return (
      journey.supplement &&
      record.state === 'placing' &&
      !related.some(({ entity, rows }) => entity === 'supplement' && rows.length > 0)
    )
  }

  private *leadingOn(role: string, entity: string, record: RecordData): Generator<Move> {
    const { states, transitions } = this.app.entities[entity]!
    const order = Object.keys(states)
    for (const name of record.can) {
      const transition = transitions[name]
      if (!transition || transition.danger || transition.to === undefined || transition.note === 'required') continue
      const leads = order.indexOf(transition.to) > order.indexOf(record.state ?? '')
      const { color, closed } = states[transition.to]!
      // An end without a color of its own gives the record up.
      if (leads && color !== 'red' && !(closed && color === 'neutral')) yield { role, transition, record }
    }
  }

  private *staying(role: string, { record }: RecordAnswer): Generator<Move> {
    const { transitions } = this.app.entities.order!
    for (const name of record.can) {
      const transition = transitions[name]
      if (transition && transition.to === undefined && transition.form.some(({ field }) => field === 'parts'))
        yield { role, transition, record }
    }
  }

  private *beginning(
    { record, related }: RecordAnswer,
    entities: readonly string[],
    roles: readonly string[],
  ): Generator<Move> {
    for (const name of entities)
      for (const transition of Object.values(this.app.entities[name]!.transitions)) {
        if (!transition.creates) continue
        const given = this.referring(transition, record, related)
        if (given === undefined) continue
        for (const role of roles) if (this.stands(role, name, transition)) yield { role, transition, given }
      }
  }

  /** The references of a form that are known already: the order, its customer, and what refers to it and is open. */
  private referring(
    transition: Transition,
    order: RecordData,
    related: RecordAnswer['related'],
  ): Record<string, number> | undefined {
    const given: Record<string, number> = {}
    for (const { field, input } of transition.form) {
      const { type, entity } = (input ? transition.inputs : this.app.entities[transition.entity]!.fields)[field]!
      if (type !== 'ref') continue
      const customer = order.values.customer as { id: number } | null
      const open = related
        .find((one) => one.entity === entity)
        ?.rows.find(({ state }) => !this.app.entities[entity!]!.states[state ?? '']?.closed)
      if (entity === 'order') given[field] = order.id
      else if (entity === 'customer' && customer) given[field] = customer.id
      else if (entity === 'placement' && open) given[field] = open.id
    }
    return Object.keys(given).length > 0 ? given : undefined
  }

  /** The situation of an order: its state, what is wanted of it, and what was done last. */
  private situationOf(sight: RecordAnswer, journey: Journey, last: string | undefined): string {
    const { state } = sight.record
    const end = this.turns(sight, journey) && journey.end
    const wanted = [this.wantsSupplement(sight, journey), journey.nonstandard && isBare(sight), journey.deposit]
    return JSON.stringify([state, journey.orderType === '5', wanted, end, last])
  }

  /** Whether a screen that the account may open offers the transition, itself or beside a record. */
  private stands(role: string, entity: string, { name }: Transition): boolean {
    const routes = this.routes.get(role)!
    return Object.values(this.app.screens).some(
      (screen) =>
        routes.has(screen.path) &&
        (screen.actions.some((action) => action.entity === entity && action.transition === name) ||
          (screen.entity !== undefined &&
            this.app.entities[screen.entity]!.detail.related.some(
              (one) => one.entity === entity && one.actions.includes(name),
            ))),
    )
  }
}

/** Without a request for nonstandard parts. */
const isBare = ({ related }: RecordAnswer): boolean =>
  !related.some(({ entity, rows }) => entity === 'nonstandard' && rows.length > 0)
