// How does a transition come to run? By a person who fills in its form, by an effect of another one, or by a job:
// each on rows that are arranged before, so that its rules hold.
import sql from 'sql-template-tag'
import type { Chance } from '../../scripts/demo/chance'
import { canRun } from '../../src/manifest/access/permissions'
import type { App } from '../../src/manifest/model/app'
import { keyColumn } from '../../src/manifest/model/lineRules'
import type { FormField, RunEffect, Transition } from '../../src/manifest/model/transition'
import type { RecordData, RunRequest } from '../../src/protocol/calls'
import { RequestError } from '../../src/protocol/requestError'
import { runAtomically } from '../../src/server/mutation/runTransition'
import { perform } from '../../src/server/mutation/perform'
import { createWriteContext, unattendedCaller } from '../../src/server/mutation/state/writeContext'
import { identifier } from '../../src/server/database/sql/identifier'
import { runDueJobs } from '../../src/server/jobs/jobs'
import type { Caller } from '../../src/server/context/context'
import { Arranger, type Scene } from './arrange'
import { idOf, type Subject } from './rows'
import { lookAtForm } from './formLook'
import { fillAndRun, look, pictureOf } from './values'
import type { Within } from './within'

/** Who may act, by role. */
export type People = ReadonlyMap<string, Caller>

type Arrangement = (scene: Scene) => Promise<void>

type Carrier =
  | { readonly kind: 'person' }
  | { readonly kind: 'job'; readonly index: number }
  /** What the product names for the server's own workers: messages, reports, deliveries, sign-in. */
  | { readonly kind: 'server' }
  | { readonly kind: 'effect'; readonly parent: Transition; readonly effect: RunEffect }

const mostDepth = 3

export class Actor {
  private readonly carriers = new Map<Transition, readonly Carrier[]>()
  last: unknown
  /** The rule of options that people are to see. */
  options: readonly string[] | undefined
  /** Whether people look at forms before they send them. */
  looks = false
  private readonly fitting = new Map<string, Record<string, unknown>>()

  constructor(
    private readonly app: App,
    private readonly within: Within,
    private readonly arranger: Arranger,
    private readonly people: People,
    private readonly chance: Chance,
    /** The App that the server obeys, whose rules record. */
    private readonly live: App,
  ) {}

  /** Arranges rows for a transition, then lets it run. */
  async act(transition: Transition, arrange: Arrangement, depth = 0): Promise<void> {
    const carriers = this.carriersOf(transition)
    if (carriers.length === 0 || depth > mostDepth) return
    const [first] = carriers
    const carrier = first!.kind === 'person' && this.chance.in100(75) ? first! : this.chance.one(carriers)
    if (carrier.kind === 'person') return this.byPerson(transition, arrange)
    if (carrier.kind === 'server') return this.byServer(transition, arrange)
    if (carrier.kind === 'job') return this.byJob(transition, carrier.index, arrange)
    return this.act(
      carrier.parent,
      async (scene) => {
        if (carrier.effect.when) await this.arranger.hold(carrier.effect.when.node, true, scene)
        const child = await this.childOf(carrier.effect, transition, scene)
        if (child) {
          await this.prepare(transition, child)
          await arrange(child)
        }
      },
      depth + 1,
    )
  }

  private carriersOf(transition: Transition): readonly Carrier[] {
    let carriers = this.carriers.get(transition)
    if (!carriers) this.carriers.set(transition, (carriers = this.foundFor(transition)))
    return carriers
  }

  private foundFor(transition: Transition): Carrier[] {
    const { entities } = this.app
    const carriers: Carrier[] = []
    if ([...this.people.values()].some((caller) => canRun(this.app, caller, transition)))
      carriers.push({ kind: 'person' })
    for (const [index, job] of entities[transition.entity]!.jobs.entries())
      if (job.transition === transition.name) carriers.push({ kind: 'job', index })
    for (const parent of Object.values(entities).flatMap((one) => Object.values(one.transitions)))
      for (const effect of parent.effects)
        if (effect.kind === 'run' && effect.entity === transition.entity && effect.transition === transition.name)
          carriers.push({ kind: 'effect', parent, effect })
    const isSystem = transition.permissions.some(({ permission }) => permission === 'system')
    if (carriers.length === 0 && isSystem) carriers.push({ kind: 'server' })
    return carriers
  }

  private async childOf(effect: RunEffect, transition: Transition, scene: Scene): Promise<Scene | undefined> {
    const { rows } = this.arranger
    const parent = scene.record!
    const made = { rules: effect.values, scene }
    const values: Record<string, unknown> = {}
    if (transition.creates) return this.sceneOf(transition, { entity: effect.entity, values, made }, scene)
    if (effect.on !== undefined) {
      const end = await rows.endOf(parent, effect.on.split('.'))
      if (!end) return undefined
      let id = idOf(await rows.get(end.subject, [end.field.name]))
      if (!id) {
        id = (await rows.any(effect.entity))?.id
        await this.arranger.assign(
          { kind: 'name', type: 'record', scope: 'record', path: effect.on.split('.') },
          id ?? null,
          scene,
        )
      }
      return id === undefined ? undefined : this.sceneOf(transition, { entity: effect.entity, id, made }, scene)
    }
    const other = await rows.any(effect.entity)
    if (!other) return undefined
    if (effect.where) await this.arranger.hold(effect.where.node, true, { ...scene, this: parent, record: other })
    return this.sceneOf(transition, { ...other, made }, scene)
  }

  private sceneOf(transition: Transition, subject: Subject, around: Scene = {}): Scene {
    const record = { ...subject, set: setOf(transition) }
    const { inputs, vars } = transition
    return { ...around, record, this: record, inputs, vars, input: subject.values ?? {} }
  }

  /** A state that it begins in, and everything that it demands: of several rights, one that the caller has. */
  async prepare(transition: Transition, scene: Scene, caller?: Caller): Promise<void> {
    const { rows } = this.arranger
    const record = scene.record!
    if (record.id !== undefined && transition.from.length > 0) {
      const state = await rows.get({ ...record, values: undefined }, ['state'])
      if (!transition.from.includes(String(state)))
        await rows.set({ ...record, values: undefined }, ['state'], this.chance.one(transition.from))
    }
    const able = transition.permissions.filter(({ permission }) => !caller || caller.codes.has(permission))
    const right = able.length > 0 ? this.chance.one(able) : undefined
    const demanded = [transition.when, right?.when]
    for (const rule of [...demanded, ...transition.checks.map((check) => check.rule)])
      if (rule && this.chance.in100(90)) await this.arranger.hold(rule.node, true, scene)
  }

  private async byPerson(transition: Transition, arrange: Arrangement): Promise<void> {
    const roles = [...this.people].filter(([, caller]) => canRun(this.app, caller, transition)).map(([role]) => role)
    const role = this.chance.one(roles.includes('admin') && this.chance.in100(40) ? ['admin'] : roles)
    const caller = this.people.get(role)!
    const { rows } = this.arranger
    rows.picture = [await pictureOf(this.within.teller, role)]
    const made = { entity: transition.entity, tenant: Number(caller.tenant.id), createdBy: Number(caller.me.id) }
    const isOwn = transition.entity === this.app.access.identity.accountEntity && this.chance.in100(25)
    const own = { entity: transition.entity, id: Number(caller.me.id) }
    const subject: Subject | undefined = transition.creates ? made : isOwn ? own : await rows.any(transition.entity)
    if (!subject) return
    const around = this.around(caller)
    await this.comeWithin(transition, subject, caller, around)
    const key = `${role} ${transition.entity}.${transition.name}`
    let values = this.fitting.get(key)
    const form = new Set(transition.form.filter(({ input }) => !input).map(({ field }) => field))
    // What a person writes may depend on what is arranged.
    const isFresh = this.chance.in100(25)
    if (!values || isFresh || this.chance.in100(15)) {
      const empty = { ...subject, values: {}, form: new Set<string>() }
      const before = { ...this.sceneOf(transition, empty), ...around }
      await this.prepare(transition, before, caller)
      if (isFresh) await arrange(before)
      values = await this.filled(role, transition, subject)
      if (!isFresh) this.fitting.set(key, values)
    }
    const copied = structuredClone(values)
    const scene = { ...this.sceneOf(transition, { ...subject, values: copied, form }), ...around }
    await this.prepare(transition, scene, caller)
    await this.offer(transition, scene)
    await arrange(scene)
    for (const ask of transition.form) await this.writeOneLineEach(transition, ask, scene)
    if (this.looks) await this.look(role, transition, subject, copied)
    if (this.options) await this.openOptions(role, transition, subject, copied)
    await this.send(role, transition, await this.recordOf(role, subject), copied)
  }

  /** The options of each reference, in lines as well. */
  private async openOptions(role: string, { entity, name, form, inputs }: Transition, { id }: Subject, input: object) {
    for (const { field: asked, input: isInput } of form) {
      const field = (isInput ? inputs : this.app.entities[entity]!.fields)[asked]!
      const cells = Object.values(field.fields ?? {}).filter(({ type }) => type === 'ref')
      for (const one of field.type === 'ref' ? [asked] : cells.map((cell) => `${asked}.${cell.name}`))
        await this.within.teller.call(role, '/api/options', {
          entity,
          transition: name,
          field: one,
          input,
          ...(id !== undefined && { id }),
        })
    }
  }

  /** What rules see of a caller. */
  around({ me, tenant }: Caller): Pick<Scene, 'me' | 'tenant'> {
    const { accountEntity, tenantEntity } = this.app.access.identity
    return {
      me: { entity: accountEntity, id: Number(me.id) },
      ...(tenant.id !== undefined && { tenant: { entity: tenantEntity, id: Number(tenant.id) } }),
    }
  }

  /** What the form sends is what it offers. */
  private async offer(transition: Transition, scene: Scene): Promise<void> {
    const { rows } = this.arranger
    for (const { field, input, optionsWhere, visibleWhen } of transition.form) {
      if (visibleWhen && this.chance.in100(50)) await this.arranger.hold(visibleWhen.node, true, scene)
      const entity = (input ? transition.inputs[field] : rows.fieldAt(scene.record!, [field]))?.entity
      const id = idOf(scene.input?.[field])
      if (optionsWhere && entity && id && this.chance.in100(80))
        await this.arranger.hold(optionsWhere.node, true, { ...scene, this: scene.record, record: { entity, id } })
    }
  }

  /** A form that offers codes for its lines takes exactly one line for each. */
  private async writeOneLineEach({ inputs }: Transition, ask: FormField, scene: Scene): Promise<void> {
    const field = ask.input ? inputs[ask.field] : this.arranger.rows.fieldAt(scene.record!, [ask.field])
    const key = field?.type === 'lines' && ask.optionsWhere ? keyColumn(field) : undefined
    if (!key || !scene.input || !this.chance.in100(90)) return
    const held = (scene.input[ask.field] ?? []) as readonly Record<string, unknown>[]
    const lines: object[] = []
    for (const { code } of this.app.dictionaries[key.dictionary ?? '']!.items)
      if ((await this.arranger.value(ask.optionsWhere!.node, { ...scene, code })) === true)
        lines.push({ ...(held.find((line) => line[key.name] === code) ?? held[0]), [key.name]: code })
    scene.input[ask.field] = lines
  }

  /** The form as it is opened, as it is filled, and with nothing of what it suggests. */
  private async look(role: string, transition: Transition, { entity, id }: Subject, values: Record<string, unknown>) {
    const { teller } = this.within
    const read = id === undefined ? undefined : await look(teller, role, entity, id)
    const caller = this.people.get(role)!
    // The form of a record has its references by name.
    const record = read?.record
    const suggested = new Set(
      transition.form.filter((ask) => ask.default || ask.defaultLines?.length).map(({ field }) => field),
    )
    const plain = Object.fromEntries(Object.entries(values).filter(([name]) => !suggested.has(name)))
    for (const entered of [{}, values, plain])
      await lookAtForm({
        app: this.live,
        teller,
        role,
        caller,
        values: entered,
        ...(record && { record }),
        transition: this.live.entities[entity]!.transitions[transition.name]!,
      })
  }

  /** The row belongs to whom a role may see, most of the time. */
  async comeWithin(
    transition: Pick<Transition, 'entity' | 'fourEyes'>,
    subject: Subject,
    caller: Caller,
    around: Scene,
  ): Promise<void> {
    const { entity, fourEyes } = transition
    const { perTenant, rowScope } = this.app.entities[entity]!
    const { tenantEntity, accountEntity, unitField } = this.app.access.identity
    const { rows } = this.arranger
    if (subject.id === undefined || !this.chance.in100(85)) return
    if (rowScope.where) await this.arranger.hold(rowScope.where.node, true, { ...around, record: subject })
    for (const field of fourEyes ?? []) await rows.set(subject, [field], this.chance.one(await rows.all(accountEntity)))
    if (perTenant && caller.tenant.id !== undefined && caller.scope !== 'all')
      await rows.set(subject, [tenantEntity], caller.tenant.id)
    for (const field of rowScope.selfFields)
      if (!fourEyes?.includes(field) && rows.fieldAt(subject, [field])?.entity === accountEntity)
        await rows.set(subject, [field], caller.me.id)
    for (const field of rowScope.unitFields)
      if (unitField && caller.me[unitField]) await rows.set(subject, [field], idOf(caller.me[unitField]))
  }

  private async filled(role: string, transition: Transition, subject: Subject): Promise<Record<string, unknown>> {
    let last: RunRequest | undefined
    const record = await this.recordOf(role, subject)
    const { app, within } = this
    await fillAndRun({
      app,
      role,
      transition,
      teller: within.teller,
      ...(record && { record }),
      send: async (request) => {
        last = request
        let answer: unknown
        await within.query(sql`savepoint filled`)
        try {
          answer = await within.teller.call(role, '/api/run', request)
        } finally {
          await within.query(sql`rollback to savepoint filled`)
        }
        return answer as never
      },
    })
    return { ...last?.values }
  }

  /** The record as a role sees it, on which examples of values depend. */
  private async recordOf(role: string, { entity, id }: Subject): Promise<RecordData | undefined> {
    if (id === undefined) return undefined
    const seen = await look(this.within.teller, role, entity, id)
    if (seen) return seen.record
    const [row] = await this.within.query<{ version: number }>(
      sql`select "version" from ${identifier(entity)} where "id" = ${id}`,
    )
    return { id, version: Number(row?.version ?? 1), label: '', values: {}, can: [] }
  }

  /** Sends it, and what it is told to lack. */
  private async send(role: string, transition: Transition, record: RecordData | undefined, values: object) {
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
    const { app, within } = this
    this.last = await fillAndRun({ app, role, transition, given, teller: within.teller, ...(record && { record }) })
  }

  private async byServer(transition: Transition, arrange: Arrangement): Promise<void> {
    const { query, database } = this.within
    const { rows } = this.arranger
    const entity = this.live.entities[transition.entity]!
    const values: Record<string, unknown> = {}
    for (const ask of transition.form.filter((one) => !one.default || this.chance.in100(50))) {
      const { field, input } = ask
      values[field] = await rows.first((input ? transition.inputs : entity.fields)[field], field, entity.name)
    }
    const subject = transition.creates ? { entity: entity.name, values } : await rows.any(entity.name)
    if (!subject) return
    const scene = this.sceneOf(transition, subject)
    await this.prepare(transition, scene)
    await this.offer(transition, scene)
    await arrange(scene)
    const owner = this.live.access.identity.tenantEntity
    const record = subject.id === undefined ? await rows.any(entity.name) : subject
    const tenant = record && entity.perTenant ? Number(await rows.get(record, [owner])) : null
    const caller = unattendedCaller(this.live, tenant)
    const context = { app: this.live, caller, now: new Date(), query, distributed: database.distributed }
    const batch = { entity, transition: entity.transitions[transition.name]!, caller, depth: 0 }
    const request = { ...(subject.id !== undefined && { id: subject.id }), values: { ...values } }
    await runAtomically(createWriteContext(context, perform), { ...batch, requests: [request] }).catch(
      (error: unknown) => {
        if (!(error instanceof RequestError)) throw error
        this.last = { msg: error.key, fields: error.fields }
      },
    )
  }

  private async byJob(transition: Transition, index: number, arrange: Arrangement): Promise<void> {
    const subject = await this.arranger.rows.any(transition.entity)
    if (!subject) return
    const scene = this.sceneOf(transition, subject)
    await this.prepare(transition, scene)
    await this.arranger.hold(this.app.entities[transition.entity]!.jobs[index]!.where.node, true, scene)
    await arrange(scene)
    await this.runJob(transition.entity, index)
  }

  /** Lets one job come due. */
  async runJob(entity: string, index: number): Promise<void> {
    const { database, query } = this.within
    const now = new Date()
    const names = Object.values(this.app.entities).flatMap((one) =>
      one.jobs.map((job, at) => `${one.name}.${job.transition}.${at}`),
    )
    for (const name of names)
      await query(sql`insert into "_timed" ("name", "at") values (${name}, ${now})
        on conflict ("name") do update set "at" = ${now}`)
    const job = this.app.entities[entity]!.jobs[index]!
    await query(sql`delete from "_timed" where "name" = ${`${entity}.${job.transition}.${index}`}`)
    await runDueJobs(database, this.live, now)
  }
}

/** What a transition sets, beside what it clears. */
function setOf({ set }: Transition): Transition['set'] {
  return Object.fromEntries(Object.entries(set).filter(([, rule]) => rule !== null))
}
