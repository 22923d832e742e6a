// What does a walk still miss? For each clause that was not seen both ways, arranges rows until the rule should reach it
// and give the missing value, and lets people, effects and jobs act on them. All of it is taken back.
import type { Chance } from '../../scripts/demo/chance'
import { canOpen } from '../../src/manifest/access/permissions'
import { visit } from '../../src/manifest/expression/analyze'
import { everyScreen } from '../../src/manifest/access/screenByPath'
import type { App } from '../../src/manifest/model/app'
import type { Aggregate, Rule, RuleNode } from '../../src/manifest/model/rule'
import type { Effect, Transition } from '../../src/manifest/model/transition'
import { Actor, type People } from './act'
import { Arranger, type Scene } from './arrange'
import type { Clause, Mutant } from './clauses'
import type { Recorder } from './recorder'
import { Outside } from './outside'
import { idOf, Rows, type Subject } from './rows'
import type { Within } from './within'
import { moment } from '../story/teller'
import { aroundToday, openRecord } from './coverageWalk'

export interface Goal {
  readonly clause: Clause
  readonly want: boolean
  /** A mutant of its rule that is to give another value; the other clauses hold then, most of the time. */
  readonly mutant?: Mutant
}

export class Targets {
  private readonly rows: Rows
  private readonly arranger: Arranger
  readonly actor: Actor
  private readonly outside: Outside
  private readonly readers = new Map<string, Set<Transition>>()

  constructor(
    /** Without recording rules: what is arranged is no exercise. */
    private readonly app: App,
    private readonly live: App,
    private readonly within: Within,
    people: People,
    private readonly chance: Chance,
    private readonly recorder: Recorder,
  ) {
    const caller = { ...people.get('admin')!, system: true, scope: 'all' as const }
    const context = { app, caller, now: new Date(), query: within.query }
    this.rows = new Rows(app, context, chance, [])
    this.arranger = new Arranger(this.rows, chance)
    this.actor = new Actor(app, within, this.arranger, people, chance, live)
    this.outside = new Outside(app, within, this.arranger, this.actor, people, chance)
    this.people = [...people.keys()]
    this.callers = people
    for (const transition of Object.values(app.entities).flatMap((one) => Object.values(one.transitions)))
      for (const name of namesIn(transition)) {
        const readers = this.readers.get(name) ?? new Set()
        this.readers.set(name, readers.add(transition))
      }
  }

  /** The other clauses of a rule of which a mutant is to be caught. */
  private beside: readonly Clause[] | undefined
  private readonly people: readonly string[]
  private readonly callers: People

  /** Tries once to give a clause a value. */
  async attempt({ clause, want, mutant }: Goal): Promise<void> {
    this.beside = mutant?.clauses.filter((one) => one !== clause && !one.isValue)
    const [area, name = '', part, key = ''] = clause.path
    this.actor.options = clause.path.at(-1) === 'optionsWhere' ? clause.path : undefined
    this.actor.looks =
      clause.path.includes('form') ||
      ['default', 'optionsWhere', 'compute', 'requiredWhen'].includes(clause.path.at(-1)!)
    if (area === 'entities') {
      const entity = this.app.entities[name]!
      if (part === 'transitions')
        return this.actor.act(entity.transitions[key]!, (scene) => this.arrange(clause, want, scene))
      if (part === 'sync') return this.outside.signIn(name, (scene) => this.arrange(clause, want, scene))
      if (part === 'jobs') return this.throughJob(name, Number(key), { clause, want })
      if (part === 'invariants' || (part === 'fields' && this.chance.in100(65)))
        return this.throughTransition(name, key, { clause, want })
      return this.throughReading(name, { clause, want })
    }
    if (area === 'plain') {
      const record = await this.rows.any(name)
      if (record) await this.arrange(clause, want, { record, this: record })
      return this.recorder.readPlain(this.within)
    }
    if (area === 'access' && name === 'apiKeys')
      return this.outside.callByKey((scene) => this.arrange(clause, want, scene), {
        isAccount: part === 'serviceAccounts',
      })
    if (area === 'access') return this.throughSignIn({ clause, want })
    if (area === 'integrations')
      return this.outside.signIn(this.synced(name), (scene) => this.arrange(clause, want, scene))
    if (area === 'screens') return this.throughScreen(name, { clause, want })
  }

  /** An entity whose records are those of another system. */
  private synced(integration: string): string | undefined {
    const names = Object.values(this.app.entities).flatMap(({ name, sync }) =>
      sync?.integration === integration ? [name] : [],
    )
    return names.length > 0 ? this.chance.one(names) : undefined
  }

  private async throughJob(entity: string, index: number, { clause, want }: Goal): Promise<void> {
    const record = await this.rows.any(entity)
    if (record) await this.arrange(clause, want, { record, this: record })
    await this.actor.runJob(entity, index)
  }

  /** A transition that writes the entity's records, or reads the field. */
  private async throughTransition(name: string, field: string, { clause, want }: Goal): Promise<void> {
    const all = Object.values(this.app.entities[name]!.transitions)
    // A new record takes the default of a field that its form leaves empty.
    const isDefault = clause.path[4] === 'default'
    const ofEntity = isDefault ? all.filter(({ creates }) => creates) : all
    const readers = isDefault ? [] : [...(this.readers.get(field) ?? [])]
    const asking = ofEntity.filter(({ form }) => form.some((ask) => !ask.input && ask.field === field))
    const offers = asking.length > 0 && this.chance.in100(clause.path[4] === 'aggregate' ? 20 : 80)
    const reads = readers.length > 0 && this.chance.in100(50)
    const transition = this.chance.one(offers ? asking : reads ? readers : [...ofEntity, ...readers])
    if (!transition) return this.throughReading(name, { clause, want })
    await this.actor.act(transition, async (scene) => {
      const record = transition.entity === name ? scene.record : await this.referred(scene.record!, name)
      if (record) await this.arrange(clause, want, { ...scene, record, this: record })
    })
  }

  private async referred(subject: Subject, entity: string): Promise<Subject | undefined> {
    const fields = Object.values(this.rows.fieldsOf(subject)).filter((field) => field.entity === entity)
    if (fields.length === 0) return undefined
    const id = Number(await this.rows.get(subject, [this.chance.one(fields).name]))
    return id > 0 ? { entity, id } : undefined
  }

  private async throughReading(name: string, { clause, want }: Goal): Promise<void> {
    const { entities, screens } = this.app
    const record = entities[name]!.view ? undefined : await this.rows.any(name)
    if (record) await this.arrange(clause, want, { record, this: record })
    const role = this.role()
    if (record) await openRecord(this.live, this.within.teller, role, { entity: name, id: record.id! })
    const lists = everyScreen(screens).filter(({ entity }) => entity === name)
    if (lists.length > 0) await this.open(this.chance.one(lists).path, role)
  }

  /** What an account may depends on its record, its role and its tenant. */
  private async throughSignIn({ clause, want }: Goal): Promise<void> {
    const role = this.chance.one(this.people)
    const around = this.actor.around(this.callers.get(role)!)
    for (const condition of clause.before) await this.arranger.hold(condition, true, { ...around, record: around.me })
    await this.arranger.hold(clause.node, want, { ...around, record: around.me })
    await this.within.teller.call(role, '/api/dashboard', { screen: '/dashboard' })
  }

  private role(): string {
    return this.chance.in100(60) ? 'admin' : this.chance.one(this.people)
  }

  private async throughScreen(path: string, { clause, want }: Goal): Promise<void> {
    const screen = everyScreen(this.app.screens).find((one) => one.path === path)
    if (!screen) return
    const holder = partAt(this.app, clause.path) as { readonly entity?: string }
    const name = holder.entity ?? nearestEntity(this.app, clause.path) ?? screen.entity
    const row = name && !this.app.entities[name]?.view ? await this.rows.any(name) : undefined
    const period = this.period()
    const able = [...this.callers].filter(([, caller]) => canOpen(this.app, caller, screen))
    const [role, caller] = this.chance.one(able.length > 0 ? able : [...this.callers])
    const around = this.actor.around(caller)
    const scene = row && { ...around, record: row, this: row, period }
    if (scene) await this.actor.comeWithin({ entity: row.entity }, row, caller, around)
    if (scene && name === screen.entity) {
      if (screen.states && screen.states.length > 0) await this.rows.set(row, ['state'], this.chance.one(screen.states))
      if (screen.calendar) await this.rows.set(row, [screen.calendar.dateField], moment({ day: 1 }))
      for (const rule of [screen.where, screen.queue?.where])
        if (rule && clause.path.at(-1) !== 'where') await this.arranger.hold(rule.node, true, scene)
    }
    if (!scene) await this.arranger.hold(clause.node, want, around)
    if (scene) await this.arrange(clause, want, scene)
    await this.open(path, role, period)
    if (clause.path.includes('queue'))
      for (const one of everyScreen(this.app.screens))
        if (one.blocks.some(({ kind }) => kind === 'queues'))
          await this.within.teller.call(role, '/api/dashboard', { screen: one.path })
  }

  private period(): { readonly from: string; readonly to: string } {
    return this.chance.one([
      { from: '2020-01-01', to: '2040-01-01' },
      { from: '2020-01-01', to: '2021-01-01' },
      { from: '2035-01-01', to: '2036-01-01' },
    ])
  }

  private async open(path: string, role: string, period = this.period()): Promise<void> {
    const screen = everyScreen(this.app.screens).find((one) => one.path === path)!
    const { report, kind } = screen
    const { call } = this.within.teller
    const want = { rows: true, total: 'exact', tabs: true, sums: true }
    await call(role, '/api/dashboard', { screen: path })
    if (kind === 'calendar') await call(role, '/api/calendar', { screen: path, ...aroundToday() })
    if (report)
      for (const group of report.chooseDimension ? Object.keys(report.dimensions) : [undefined])
        await call(role, '/api/report', { screen: path, ...(group && { group }), ...(report.period && period) })
    if (kind === 'list' || kind === 'form') await call(role, '/api/list', { screen: path, size: 200, want })
  }

  /** Arranges what the clause reads, where its rule stands. */
  private async arrange({ path, node, before, isValue }: Clause, want: boolean, scene: Scene): Promise<void> {
    const placed = await this.sceneAt(path, scene)
    if (!placed) return
    for (const condition of before) await this.arranger.hold(condition, true, placed)
    for (const other of this.beside ?? []) if (this.chance.in100(80)) await this.arranger.hold(other.node, true, placed)
    if (!isValue) await this.arranger.hold(node, want, placed)
    if (this.beside && (isValue || this.chance.in100(25))) await this.arranger.disturb(node, placed)
    const field = path.at(-1) === 'requiredWhen' ? this.fieldOf(path, scene.record!) : undefined
    // Whether a value is required is asked where it is missing.
    if (field && scene.input) scene.input[field.name] = null
  }

  private async sceneAt(path: readonly string[], scene: Scene): Promise<Scene | undefined> {
    const record = scene.record!
    const holder = partAt(this.app, path)
    const key = path.at(-1)
    const effect = path.indexOf('effects')
    if (effect > 0) {
      const { when } = partAt(this.app, [...path.slice(0, effect + 2), 'x']) as unknown as Effect
      if (when && key !== 'when') await this.arranger.hold((when as Rule).node, true, scene)
    }
    const asked = (holder as { readonly when?: Rule }).when
    if (asked && key !== 'when' && effect < 0) await this.arranger.hold(asked.node, true, scene)
    const beside = async (row: Subject | undefined): Promise<Scene | undefined> => {
      if (row) await this.rows.align(row, record)
      return row && { ...scene, this: record, record: row }
    }
    if (key === 'toWhere') return beside(await this.rows.any(this.app.access.identity.accountEntity))
    if (key === 'optionsWhere') {
      const field = this.fieldOf(path, record)
      if (field?.type === 'choice' && scene.input)
        scene.input[field.name] = this.chance.one(await this.rows.choices(field, record.entity))
      if (field?.entity === undefined) return scene
      const sent = idOf(scene.input?.[field.name])
      const row = sent && this.chance.in100(50) ? { entity: field.entity, id: sent } : await this.rows.any(field.entity)
      return beside(row)
    }
    const change = path.indexOf('change')
    if (change > 0 && record.id !== undefined) {
      const line = await this.rows.line(record, path[change + 1]!)
      const rule = partAt(this.app, [...path.slice(0, change + 2), 'x']) as { readonly where?: Rule }
      const placed = line && { ...scene, this: record, record: line }
      if (placed && rule.where && key !== 'where') await this.arranger.hold(rule.where.node, true, placed)
      return placed
    }
    if (key !== 'where' || path.includes('jobs') || path.includes('screens')) {
      if (path[0] !== 'screens' || !('operator' in holder)) return scene
    }
    if ('operator' in holder) {
      if (path[0] === 'screens') return scene
      return beside(await this.rows.counted(holder as unknown as Aggregate, record, false))
    }
    const { entity } = holder as { readonly entity?: string }
    const row = entity === undefined || this.app.entities[entity]?.view ? undefined : await this.rows.any(entity)
    return row ? beside(row) : scene
  }

  private fieldOf(path: readonly string[], subject: Subject) {
    const holder = partAt(this.app, path) as {
      readonly field?: string
      readonly name?: string
      readonly input?: boolean
    }
    const name = holder.field ?? holder.name
    if (name === undefined) return undefined
    const transition = path[2] === 'transitions' ? this.app.entities[path[1]!]!.transitions[path[3]!] : undefined
    return holder.input ? transition?.inputs[name] : this.rows.fieldsOf(subject)[name]
  }
}

/** What holds the rule at a path. */
function partAt(app: App, path: readonly string[]): Readonly<Record<string, unknown>> {
  let part: unknown = app
  for (const key of path.slice(0, -1)) part = (part as Record<string, unknown> | undefined)?.[key]
  return (part ?? {}) as Readonly<Record<string, unknown>>
}

function nearestEntity(app: App, path: readonly string[]): string | undefined {
  for (let length = path.length; length > 2; length -= 1) {
    const { entity } = partAt(app, path.slice(0, length))
    if (typeof entity === 'string') return entity
  }
  return undefined
}

/** Names of fields that the rules of a part read. */
function namesIn(part: unknown): ReadonlySet<string> {
  const names = new Set<string>()
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if ('node' in value && 'readPaths' in value)
      visit((value as { node: RuleNode }).node, (node) => {
        if (node.kind === 'name') for (const name of node.path) names.add(name)
      })
    else for (const one of Object.values(value)) look(one)
  }
  look(part)
  return names
}

/** Tries each open goal once a round, in another order each time, as long as the time lasts; answers what went wrong. */
export async function reach(
  targets: Targets,
  recorder: Recorder,
  within: Within,
  {
    goals,
    chance,
    until,
  }: { readonly goals: () => Promise<readonly Goal[]>; readonly chance: Chance; readonly until: number },
): Promise<ReadonlyMap<string, number>> {
  const errors = new Map<string, number>()
  for (let round = 1; Date.now() < until; round += 1) {
    const open = [...(await goals())]
    if (open.length === 0) break
    console.log(`${new Date().toISOString()} round ${round}: ${open.length} values are missing`)
    while (open.length > 0 && Date.now() < until) {
      const [goal] = open.splice(chance.below(open.length), 1)
      const { clause, want, mutant } = goal!
      if (await (mutant === undefined ? recorder.isSeen(clause, want) : recorder.isCaught(mutant.number))) continue
      await within
        .attempt(() => targets.attempt(goal!))
        .catch((error: unknown) => {
          const text = String(error).slice(0, 200)
          errors.set(text, (errors.get(text) ?? 0) + 1)
        })
    }
  }
  return errors
}
