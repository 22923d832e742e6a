// Where can a transition be pressed, by whom, on what, and with which values? Every screen and every record that
// offers it, in the data as they are; the values are those that the server takes, tried in a transaction and undone.
import { createChance } from '../../scripts/demo/chance'
import { canRun, type CallerRights } from '../../src/manifest/access/permissions'
import { everyScreen, pathOf } from '../../src/manifest/access/screenByPath'
import type { App } from '../../src/manifest/model/app'
import type { Action } from '../../src/manifest/model/column'
import type { Related } from '../../src/manifest/model/detail'
import type { Screen } from '../../src/manifest/model/screen'
import type { Transition } from '../../src/manifest/model/transition'
import {
  maxPageRows,
  type ListAnswer,
  type RecordAnswer,
  type RecordData,
  type RunAnswer,
  type RunRequest,
} from '../../src/protocol/calls'
import type { Envelope } from '../../src/protocol/envelope'
import type { BootAnswer, EntityAnswer } from '../../src/protocol/screenCalls'
import { allowedActionKey, begunValues, recordActions } from '../../src/ui/actions/availableActions'
import { actionValues } from '../../src/ui/actions/actionValues'
import { accounts, type Teller } from '../story/teller'
import { examples } from '../generated/examples'
import { fillAndRun, look, pictureOf } from '../generated/values'
import { within, type Within } from '../generated/within'
import type { useProduct } from '../whole/useProduct'

type Whole = ReturnType<typeof useProduct>

/** A button that a person has: above a list, on a row, in the view of a record or a tab of it, or under a form. */
export interface Way {
  readonly role: string
  readonly screen: Screen
  readonly button: 'toolbar' | 'row' | 'record' | 'tab' | 'form'
  readonly action: Action
  /** That of the record, where the screen shows others. */
  readonly entity?: string
  /** The record on whose row or in whose view the button is. */
  readonly record?: RecordData
  /** The record in a tab of that view on whose row the button is. */
  readonly beside?: { readonly related: Related; readonly record: RecordData }
  /** What the form begins with. */
  readonly begun: Readonly<Record<string, unknown>>
}

/** A button with what is written into its form. */
export interface Press extends Way {
  readonly transition: Transition
  readonly request: RunRequest
}

/** Closed to most of the product. */
const roles = Object.keys(accounts).filter((role) => role !== 'restricted')
const firstPage = 20
/** Where a sample is to be quick, few are tried. */
const mostOf = (isSample: boolean) =>
  isSample ? { tries: 14, rows: 2, records: 4 } : { tries: 200, rows: 20, records: 40 }

export class Ways {
  private readonly paths = new Map<string, ReadonlySet<string>>()
  private readonly rights = new Map<string, CallerRights>()
  /** Records of the accounts that press; without them nothing could be pressed any more. */
  private readonly guarded = new Set<string>()
  private readonly app: App
  private readonly most: ReturnType<typeof mostOf>
  private inside: Within | undefined
  /** Calls inside of what is undone; files were sent before, so that nothing outside waits for what is inside. */
  private readonly teller: Teller

  constructor(
    private readonly whole: Whole,
    private readonly seed: number,
    private readonly isSample: boolean,
  ) {
    this.most = mostOf(isSample)
    this.app = whole.product.server.dependencies.liveApp.current
    this.teller = { ...whole.teller, call: (...call) => (this.inside?.teller ?? whole.teller).call(...call) }
  }

  /** Notes the addresses that an account may open and its rights, and sends a picture for it. */
  private async signIn(role: string): Promise<void> {
    if (this.paths.has(role)) return
    const { teller, product } = this.whole
    const { accountEntity, tenantEntity } = this.app.access.identity
    const headers = { 'x-token': await teller.token(role) }
    const path = `/api/boot?client=${this.app.product.clientName}`
    const { body } = await product.transport({ method: 'GET', path, headers })
    const { routes, account, codes } = (body as Envelope<BootAnswer>).data
    const { administrator } = account
    this.rights.set(role, { codes: new Set(codes), administrator, disabled: new Set(), me: { id: account.id } })
    this.paths.set(role, new Set(Object.values(routes).map((route) => route.path)))
    this.guarded.add(`${accountEntity}:${account.id}`)
    if (account.tenant) this.guarded.add(`${tenantEntity}:${account.tenant.id}`)
    await pictureOf(this.teller, role)
  }

  /** A press that the server takes, after `skipped` others; without one: what was refused. */
  async pressOf(transition: Transition, skipped = 0): Promise<{ press?: Press; tried: readonly string[] }> {
    const tried: string[] = []
    let press = undefined as Press | undefined
    let taken = 0
    if (!this.isSample) for (const role of roles) await this.signIn(role)
    for (const role of this.rolesFor(transition)) {
      await this.signIn(role)
      if (!canRun(this.app, this.rights.get(role)!, transition)) continue
      await within(this.whole.product.server.dependencies, this.whole.teller, async (inside) => {
        this.inside = inside
        for await (const way of this.waysOf(transition, role)) {
          const { request, refusal } = await this.tryOut(way, transition, inside)
          if (!request) tried.push(`${role} ${way.screen.path}: ${refusal}`)
          else if ((taken += 1) > skipped) press = { ...way, transition, request }
          if (press || tried.length >= this.most.tries) return
        }
      })
      this.inside = undefined
      if (press || tried.length >= this.most.tries) break
    }
    return { ...(press && { press }), tried }
  }

  /** In another order for each transition; where a sample is to be quick, those that have signed in come first. */
  private rolesFor({ entity, name }: Transition): readonly string[] {
    const offset = createChance(this.seed ^ (entity + name).length).below(roles.length)
    const inTurn = [...roles.slice(offset), ...roles.slice(0, offset)]
    return this.isSample ? inTurn.toSorted((a, b) => Number(this.paths.has(b)) - Number(this.paths.has(a))) : inTurn
  }

  private async tryOut(way: Way, transition: Transition, inside: Within) {
    const target = transition.creates ? undefined : await this.subjectOf(way)
    const sight = await this.orderOf(way, transition)
    let request: RunRequest | undefined
    let refusal = ''
    await inside.attempt(async () => {
      const answer = await fillAndRun({
        app: this.app,
        teller: this.teller,
        role: way.role,
        transition,
        ...(target && { record: target }),
        ...(sight && { order: sight.record, related: sight.related }),
        given: Object.fromEntries(Object.entries(way.begun).map(([name, value]) => [name, idOf(value)])),
        send: (sent) => {
          request = sent
          return this.teller.call<RunAnswer>(way.role, '/api/run', sent)
        },
      })
      if (answer.code === 2000) return
      request = undefined
      refusal = `${answer.msg} ${JSON.stringify(answer.data)}`
    })
    return { request, refusal }
  }

  /** The order that the button stands beside, where the values of an example depend on it. */
  private async orderOf(
    { role, screen, record }: Way,
    { entity, name }: Transition,
  ): Promise<RecordAnswer | undefined> {
    if (!record || !examples[`${entity}.${name}`]) return undefined
    const id = screen.entity === 'order' ? record.id : idOf(record.values.order)
    return typeof id === 'number' ? look(this.teller, role, 'order', id) : undefined
  }

  /** The record that the transition runs on: the row, or what the row refers to. */
  private async subjectOf({ role, action, record, beside }: Way): Promise<RecordData | undefined> {
    if (beside) return beside.record
    if (!record || action.on === undefined) return record
    const id = idOf(record.values[action.on]) as number
    const subject = { entity: action.entity, id }
    const { data } = await this.teller.call<{ record: RecordData }>(role, '/api/record', subject)
    return data.record
  }

  private async *waysOf(transition: Transition, role: string): AsyncGenerator<Way> {
    const { entity, name } = transition
    const is = (action: Pick<Action, 'entity' | 'transition'>) => action.entity === entity && action.transition === name
    for (const screen of everyScreen(this.app.screens)) {
      if (!this.paths.get(role)!.has(pathOf(screen.path))) continue
      const action = screen.actions.find(is)
      if (action && (screen.kind === 'form' || action.place === 'toolbar')) yield this.above(role, screen, action)
      const related = this.app.entities[screen.entity ?? '']?.detail.related.some(
        (one) => one.entity === entity && one.actions.includes(name),
      )
      if (action?.place === 'row' || screen.entity === entity || related)
        yield* this.onRecords(role, screen, { transition, action })
    }
  }

  private above(role: string, screen: Screen, action: Action): Way {
    const begun = this.valuesOf(action, screen, undefined)
    return { role, screen, action, begun, button: screen.kind === 'form' ? 'form' : 'toolbar' }
  }

  /** The buttons on the first rows that have one, and in the view of such a record. */
  private async *onRecords(
    role: string,
    screen: Screen,
    { transition, action }: { transition: Transition; action: Action | undefined },
  ): AsyncGenerator<Way> {
    if (!screen.entity || screen.kind !== 'list') return
    const { data } = await this.teller.call<ListAnswer>(role, '/api/list', { screen: screen.path, size: maxPageRows })
    const rows = (data?.rows ?? []).filter(({ id }) => !this.guarded.has(`${screen.entity}:${id}`))
    if (action?.place === 'row' && !screen.gallery && !screen.feed && !screen.board)
      for (const record of rows
        .slice(0, firstPage)
        .filter(({ can }) => can.includes(allowedActionKey(action, screen.entity)))
        .slice(0, this.most.rows))
        yield { role, screen, action, record, button: 'row', begun: this.valuesOf(action, screen, record) }
    const { entity, name, creates, from } = transition
    const { entities } = this.app
    const isOther = creates || screen.entity !== entity
    const looked = rows.filter(({ state }) => isOther || state === undefined || from.includes(state))
    for (const { id } of looked.slice(0, this.most.records)) {
      const seen = await look(this.teller, role, screen.entity, id)
      if (!seen) continue
      const { record } = seen
      const offered = recordActions(record, screen.entity, entities).find(
        (one) => one.entity === entity && one.transition === name,
      )
      const begun = offered && begunValues(offered, record, entities[screen.entity]!, entities)
      if (offered) yield { role, screen, action: offered, record, button: 'record', begun: begun ?? {} }
      yield* this.inTabs(role, screen, seen, transition)
    }
  }

  /** The buttons on rows of the records that refer to the one in view. */
  private *inTabs(
    role: string,
    screen: Screen,
    { record, related }: RecordAnswer,
    transition: Transition,
  ): Generator<Way> {
    const { entity, name, title, creates } = transition
    if (creates) return
    const action: Action = { entity, transition: name, title, place: 'row', values: {}, primary: false }
    for (const tab of this.app.entities[screen.entity!]!.detail.related) {
      if (tab.entity !== entity || !tab.actions.includes(name)) continue
      const rows = related.find((one) => one.entity === entity && one.by === tab.reference)?.rows ?? []
      for (const row of rows.filter(({ can }) => can.includes(name)))
        yield { role, screen, action, record, beside: { related: tab, record: row }, button: 'tab', begun: {} }
    }
  }

  private valuesOf(action: Action, screen: Screen, record: RecordData | undefined): Record<string, unknown> {
    const answer = { entities: this.app.entities } as unknown as EntityAnswer
    const begun = { action, ...(screen.entity && { entityName: screen.entity }) }
    return actionValues(begun, record, answer, this.app.product.timezone)
  }
}

const idOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value
