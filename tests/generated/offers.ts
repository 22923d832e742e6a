// What does the page of an account offer on a record? Only what one of its screens leads to: the record is found in a
// list that the account may open, or beside one that is; the button stands there as the page draws it.
import { canRun, type CallerRights } from '../../src/manifest/access/permissions'
import { everyScreen, pathOf } from '../../src/manifest/access/screenByPath'
import type { App } from '../../src/manifest/model/app'
import type { Action } from '../../src/manifest/model/column'
import type { Entity } from '../../src/manifest/model/entity'
import type { Screen } from '../../src/manifest/model/screen'
import type { Transition } from '../../src/manifest/model/transition'
import type { ListAnswer, OptionsAnswer, RecordData } from '../../src/protocol/calls'
import type { Envelope } from '../../src/protocol/envelope'
import type { BootAnswer, EntityAnswer, ScreenAnswer } from '../../src/protocol/screenCalls'
import type { Transport } from '../../src/protocol/transport'
import { actionsOf, recordActions } from '../../src/ui/actions/availableActions'
import type { Teller } from '../story/teller'

/** A record as a list, a related tab or its own view shows it. */
export interface Shown {
  readonly entity: string
  readonly record: RecordData
  /** What lists tell apart beside the state: with one setting of the dealer, those that show one such record show all. */
  readonly sort?: string | undefined
}

interface Account {
  readonly rights: CallerRights
  readonly paths: ReadonlySet<string>
  /** Entities whose records it cannot open. */
  readonly closed: ReadonlySet<string>
}

type Entities = Readonly<Record<string, Entity>>
type Target = Pick<Transition, 'entity' | 'name'>

export class Offers {
  private readonly accounts = new Map<string, Promise<Account>>()
  private readonly screens = new Map<string, Promise<ScreenAnswer | undefined>>()
  private readonly entities = new Map<string, Promise<Entities>>()
  /** The list in which an account found the last record of a kind in a state: looked at first. */
  private readonly lists = new Map<string, string>()
  private readonly found = new Set<string>()

  constructor(
    readonly app: App,
    readonly teller: Teller,
    private readonly transport: Transport,
  ) {}

  /** A setting of the dealer gives and takes rights: what an account holds and gets is read again. */
  forget(): void {
    for (const known of [this.accounts, this.screens, this.entities, this.found]) known.clear()
  }

  /** Whether the account may run a transition on some record. */
  async runsOf(role: string): Promise<(transition: Transition) => boolean> {
    const { rights } = await this.account(role)
    return (transition) => canRun(this.app, rights, transition)
  }

  /** Whether a list of the account holds the record, from which it can be opened. */
  async finds(role: string, { entity, record, sort }: Shown): Promise<boolean> {
    const kind = `${role} ${entity} ${record.state} ${String(record.values.kind ?? '')}`
    const key = `${kind} ${sort ?? record.id}`
    if (this.found.has(key)) return true
    const lists = (await this.screensOf(role)).filter((one) => one.kind === 'list' && one.entity === entity)
    // Where the last one in this state was, then where everything is.
    const rank = ({ path, where }: Screen) => (path === this.lists.get(kind) ? 0 : where === undefined ? 1 : 2)
    for (const { path } of lists.toSorted((one, other) => rank(one) - rank(other))) {
      if (!(await this.rowOn(role, path, record))) continue
      this.lists.set(kind, path)
      this.found.add(key)
      return true
    }
    return false
  }

  /** Whether the view of a record, which the account has opened, has the button; also one that begins another record. */
  async inView(role: string, { entity, record }: Shown, { entity: of, name }: Target): Promise<boolean> {
    if ((await this.account(role)).closed.has(entity)) return false
    return recordActions(record, entity, await this.entitiesOf(role, entity)).some((action) =>
      isFor(action, { entity: of, name }),
    )
  }

  /** Whether the row of a record in the tab of another one has the button. */
  async inTab(role: string, owner: string, { entity, record }: Shown, { name }: Target): Promise<boolean> {
    const entities = await this.entitiesOf(role, owner)
    return (entities[owner]?.detail.related ?? []).some(
      (related) =>
        related.entity === entity &&
        related.actions.includes(name) &&
        entities[entity]?.transitions[name] !== undefined &&
        record.can.includes(name),
    )
  }

  /** Whether a screen has the button above its records or a form for it, whose choices contain what is to be chosen. */
  async above(role: string, transition: Transition, given: Readonly<Record<string, number>>): Promise<boolean> {
    for (const { path } of await this.screensOf(role, transition)) {
      const answer = await this.screen(role, path)
      const stands = answer?.screen.actions.some(
        (one) => isFor(one, transition) && (answer.screen.kind === 'form' || one.place === 'toolbar'),
      )
      if (stands) return this.hasChoices(role, transition, given)
    }
    return false
  }

  /** Whether the row of a record on a list has the button. */
  async onRow(role: string, { entity, record }: Shown, transition: Transition): Promise<boolean> {
    for (const { path } of (await this.screensOf(role, transition)).filter((one) => one.entity === entity)) {
      const answer = await this.screen(role, path)
      const actions = answer?.screen.actions.filter((one) => isFor(one, transition) && one.place === 'row') ?? []
      if (actions.length === 0) continue
      const row = await this.rowOn(role, path, record)
      if (row && actionsOf(row, actions, entity, answer!.entities).length > 0) return true
    }
    return false
  }

  private async hasChoices(role: string, transition: Transition, given: Readonly<Record<string, number>>) {
    for (const [field, id] of Object.entries(given)) {
      const request = { entity: transition.entity, transition: transition.name, field, input: given, ids: [id] }
      const { code, data } = await this.teller.call<OptionsAnswer>(role, '/api/options', request)
      if (code !== 2000 || !data.options.some((one) => one.id === id)) return false
    }
    return true
  }

  /** A person types the number or name of the record above the list. */
  async rowOn(role: string, screen: string, record: RecordData): Promise<RecordData | undefined> {
    const words = wordsFor(record)
    const { code, data } = await this.teller.call<ListAnswer>(role, '/api/list', {
      screen,
      words,
      want: { rows: true },
    })
    return code === 2000 ? data.rows?.find(({ id }) => id === record.id) : undefined
  }

  /** The screens that the account may open; with a transition only those that declare a button for it. */
  async screensOf(role: string, transition?: Transition): Promise<Screen[]> {
    const { paths } = await this.account(role)
    return everyScreen(this.app.screens).filter(
      ({ path, actions }) =>
        paths.has(pathOf(path)) && (transition === undefined || actions.some((action) => isFor(action, transition))),
    )
  }

  private account(role: string): Promise<Account> {
    return once(this.accounts, role, async () => {
      const path = `/api/boot?client=${this.app.product.clientName}`
      const headers = { 'x-token': await this.teller.token(role) }
      const { body } = await this.transport({ method: 'GET', path, headers })
      const { routes, codes, account, closedEntities } = (body as Envelope<BootAnswer>).data
      const { id, administrator } = account
      return {
        rights: { codes: new Set(codes), administrator, disabled: new Set(), me: { id } },
        paths: new Set(Object.values(routes).map((route) => route.path)),
        closed: new Set(closedEntities),
      }
    })
  }

  private screen(role: string, path: string): Promise<ScreenAnswer | undefined> {
    return once(this.screens, `${role} ${path}`, async () => {
      const { code, data } = await this.teller.call<ScreenAnswer>(role, '/api/screen', { path })
      return code === 2000 ? data : undefined
    })
  }

  private entitiesOf(role: string, entity: string): Promise<Entities> {
    return once(this.entities, `${role} ${entity}`, async () => {
      const { code, data } = await this.teller.call<EntityAnswer>(role, '/api/entity', { entity })
      return code === 2000 ? data.entities : {}
    })
  }
}

/** What finds the record in a list. */
export const wordsFor = ({ values, label }: RecordData): string => String(values.no ?? label)

const isFor = (action: Pick<Action, 'entity' | 'transition'>, { entity, name }: Target) =>
  action.entity === entity && action.transition === name

/** What a map has, made when it is asked for first. */
export function once<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const value = known.get(key) ?? make()
  known.set(key, value)
  return value
}
