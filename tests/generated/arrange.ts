// How do stored rows and the values of a form come to satisfy a condition, or to fail it? Changes what the names of the
// condition stand for, by its operators and literals; where several ways lead there, chance takes one.
import { Decimal } from 'decimal.js'
import type { Chance } from '../../scripts/demo/chance'
import { evaluate } from '../../src/manifest/expression/evaluate'
import { visit } from '../../src/manifest/expression/analyze'
import { addMonths } from '../../src/manifest/expression/values/days'
import { same } from '../../src/manifest/expression/values/operators'
import type { RuleValue } from '../../src/manifest/expression/values/value'
import type { Field } from '../../src/manifest/model/field'
import type { Aggregate, RuleNode } from '../../src/manifest/model/rule'
import { aggregateValues } from '../../src/server/query/records/loadRecords'
import { moment } from '../story/teller'
import { Rows, type Subject } from './rows'

/** What the names of a rule stand for. */
export interface Scene {
  readonly record?: Subject
  readonly this?: Subject
  readonly me?: Subject
  readonly tenant?: Subject
  readonly input?: Record<string, unknown>
  readonly inputs?: Readonly<Record<string, Field>>
  readonly vars?: Readonly<Record<string, Aggregate>>
  readonly period?: Readonly<Record<string, string>>
  /** The item of a dictionary that a rule is asked about. */
  readonly code?: string
}

type Name = Extract<RuleNode, { kind: 'name' }>
type Binary = Extract<RuleNode, { kind: 'binary' }>
type Call = Extract<RuleNode, { kind: 'call' }>

const opposite = { '<': '>=', '<=': '>', '>': '<=', '>=': '<', '==': '!=', '!=': '==' } as const
const mirrored = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '==': '==', '!=': '!=' } as const
type Comparison = keyof typeof opposite
const isComparison = (op: string): op is Comparison => op in opposite
const mostDepth = 14

export class Arranger {
  private depth = 0

  constructor(
    readonly rows: Rows,
    private readonly chance: Chance,
  ) {}

  /** Changes what a condition reads until it should hold, or fail. */
  async hold(node: RuleNode, want: boolean, scene: Scene): Promise<void> {
    if (this.depth > mostDepth) return
    this.depth += 1
    try {
      await this.holdNow(node, want, scene)
    } finally {
      this.depth -= 1
    }
  }

  private async holdNow(node: RuleNode, want: boolean, scene: Scene): Promise<void> {
    switch (node.kind) {
      case 'name':
        await this.assign(node, want, scene)
        return
      case 'not':
        return this.hold(node.of, !want, scene)
      case 'choose': {
        const branch = this.chance.in100(50)
        await this.hold(node.test, branch, scene)
        return this.hold(branch ? node.yes : node.no, want, scene)
      }
      case 'call':
        return this.holdCall(node, want, scene)
      case 'binary':
        return this.holdBinary(node, want, scene)
      default:
        return
    }
  }

  private async holdCall({ name, args }: Call, want: boolean, scene: Scene): Promise<void> {
    const [first, second] = args
    if (name === 'coalesce') return this.hold(first!, want, scene)
    if (!['contains', 'startsWith', 'endsWith'].includes(name)) return
    const part = String((await this.value(second!, scene)) ?? 'x')
    const before = String((await this.value(first!, scene)) ?? '')
    const without = before.split(part).join('-')
    await this.assign(first!, want ? (this.chance.in100(50) ? part : `${without} ${part}`) : without || 'x', scene)
  }

  private async holdBinary(node: Binary, want: boolean, scene: Scene): Promise<void> {
    const { op, left, right } = node
    if (op === '&&' || op === '||') {
      if ((op === '&&') === want) {
        await this.hold(left, want, scene)
        return this.hold(right, want, scene)
      }
      return this.hold(this.chance.in100(50) ? left : right, want, scene)
    }
    if (op === 'in') return this.holdIn(node, want, scene)
    if (!isComparison(op)) return
    const wanted = want ? op : opposite[op]
    const sides: [RuleNode, RuleNode, Comparison][] = [
      [left, right, wanted],
      [right, left, mirrored[wanted]],
    ]
    if (this.chance.in100(40)) sides.reverse()
    for (const [side, other, comparison] of sides) {
      const compared = await this.value(other, scene)
      if (await this.assign(side, await this.compared(side, comparison, compared, scene), scene)) return
    }
  }

  private async holdIn({ left, right }: Binary, want: boolean, scene: Scene): Promise<void> {
    const items = (await this.value(right, scene)) as readonly RuleValue[] | null
    if (want && items && items.length > 0) await this.assign(left, this.chance.one(items), scene)
    else await this.assign(left, await this.other(left, items ?? [], scene), scene)
  }

  /** A value of `side` that compares so with another. */
  private async compared(side: RuleNode, op: Comparison, value: RuleValue, scene: Scene): Promise<RuleValue> {
    if (op === '==') return value
    if (op === '!=') return this.other(side, [value], scene)
    const step = op === '<' ? -1 : op === '>' ? 1 : 0
    const far = (op.startsWith('<') ? -1 : 1) * this.chance.one([0, 0, 1, 400])
    if (value === null) return side.type === 'number' ? new Decimal(step + far) : this.day(side, step + far)
    if (Decimal.isDecimal(value)) return value.plus(this.chance.in100(30) ? step : step + far * 1000)
    const days = step + far
    const at = new Date(String(value)).getTime() + days * 86_400_000
    const text = new Date(at).toISOString()
    return side.type === 'text' ? text.slice(0, String(value).length) : side.type === 'date' ? text.slice(0, 10) : text
  }

  private day(side: RuleNode, days: number): string {
    return moment({ day: days, ...(side.type === 'datetime' && { time: '10:00' }) })
  }

  /** Gives some of the names that a node reads another value. */
  async disturb(node: RuleNode, scene: Scene): Promise<void> {
    const names: Name[] = []
    visit(node, (part) => {
      if (part.kind === 'name') names.push(part)
    })
    for (const name of names)
      if (this.chance.in100(60))
        await this.assign(name, await this.other(name, [await this.value(name, scene)], scene), scene)
  }

  /** A value of a kind of node that is none of these. */
  private async other(node: RuleNode, not: readonly RuleValue[], scene: Scene): Promise<RuleValue> {
    const differs = (value: RuleValue) => !not.some((one) => same(value, one))
    const place = node.kind === 'name' ? this.placeOf(node, scene) : undefined
    const end = place && place.path.length > 0 ? await this.rows.endOf(place.subject, place.path) : undefined
    const field = end?.field
    const choices = (end ? await this.rows.choices(end.field, end.subject.entity) : []).filter(differs)
    if (field && !field.required && differs(null) && this.chance.in100(25)) return null
    if (choices.length > 0) return this.chance.one(choices)
    switch (node.type) {
      case 'number': {
        const [first] = not
        return Decimal.isDecimal(first) ? first.plus(this.chance.one([1, -1])) : new Decimal(1)
      }
      case 'boolean':
        return not[0] !== true
      case 'date':
      case 'datetime':
        return this.day(node, this.chance.one([-400, -1, 1, 400]))
      case 'text':
        return `x${this.chance.below(1000)}`
      case 'files':
        return this.rows.picture
      case 'address':
        return { province: '浙江省', city: '杭州市', district: '西湖区', detail: '文三路 1 号' }
      default:
        return null
    }
  }

  /** Gives a node a value by changing what it is computed from; false where nothing can be changed. */
  async assign(node: RuleNode, value: RuleValue, scene: Scene): Promise<boolean> {
    if (this.depth > mostDepth) return false
    this.depth += 1
    try {
      return await this.assignNow(node, value, scene)
    } finally {
      this.depth -= 1
    }
  }

  private async assignNow(node: RuleNode, value: RuleValue, scene: Scene): Promise<boolean> {
    switch (node.kind) {
      case 'name':
        return this.assignName(node, value, scene)
      case 'negate':
        return this.assign(node.of, Decimal.isDecimal(value) ? value.neg() : value, scene)
      case 'choose': {
        const branch = this.chance.in100(50)
        await this.hold(node.test, branch, scene)
        return this.assign(branch ? node.yes : node.no, value, scene)
      }
      case 'call':
        return this.assignCall(node, value, scene)
      case 'binary': {
        if (typeof value === 'boolean') {
          await this.hold(node, value, scene)
          return true
        }
        return this.assignArithmetic(node, value, scene)
      }
      case 'not':
        await this.hold(node, value === true, scene)
        return true
      default:
        return false
    }
  }

  private async assignArithmetic({ op, left, right }: Binary, value: RuleValue, scene: Scene): Promise<boolean> {
    if (!Decimal.isDecimal(value)) return this.assign(left, value, scene)
    const number = async (node: RuleNode) => new Decimal(String((await this.value(node, scene)) ?? 0))
    const [l, r] = [await number(left), await number(right)]
    const divided = (by: Decimal) => (by.isZero() ? new Decimal(0) : value.div(by).toDecimalPlaces(2))
    const byLeft = { '+': value.minus(r), '-': value.plus(r), '*': divided(r), '/': value.mul(r) }[op as '+'] ?? value
    const byRight = { '+': value.minus(l), '-': l.minus(value), '*': divided(l) }[op as '+']
    const ways: [RuleNode, Decimal | undefined][] = [
      [left, byLeft],
      [right, byRight],
    ]
    if (this.chance.in100(50)) ways.reverse()
    for (const [side, wanted] of ways) if (wanted && (await this.assign(side, wanted, scene))) return true
    return false
  }

  private async assignCall({ name, args }: Call, value: RuleValue, scene: Scene): Promise<boolean> {
    const [first, second] = args
    if (first === undefined) return false
    switch (name) {
      case 'coalesce': {
        if (value === null) for (const arg of args) await this.assign(arg, null, scene)
        return value === null || this.assign(this.chance.in100(70) ? first : second!, value, scene)
      }
      case 'size':
        return this.assignSize(first, Number(String(value ?? 0)), scene)
      case 'date':
        return this.assign(first, value === null ? null : `${String(value)}T02:00:00.000000Z`, scene)
      case 'month':
        return this.assign(first, value === null ? null : `${String(value).slice(0, 7)}-15`, scene)
      case 'weekday':
        return this.assign(first, moment({ day: this.chance.below(7) }), scene)
      case 'daysBetween':
        return this.assignSpan(first, second!, Number(String(value ?? 0)), scene)
      case 'addDays': {
        const days = Number(String((await this.value(second!, scene)) ?? 0))
        return this.assign(first, value === null ? null : shifted(String(value), -days), scene)
      }
      case 'addMonths':
      case 'addYears': {
        const months = Number(String((await this.value(second!, scene)) ?? 0)) * (name === 'addYears' ? 12 : 1)
        return this.assign(first, value === null ? null : addMonths(String(value), -Math.trunc(months)), scene)
      }
      default:
        return this.assign(first, value, scene)
    }
  }

  private async assignSpan(from: RuleNode, to: RuleNode, days: number, scene: Scene): Promise<boolean> {
    const end = await this.value(to, scene)
    if (end !== null && (await this.assign(from, shifted(String(end), -days - 0.01), scene))) return true
    const start = await this.value(from, scene)
    return start !== null && this.assign(to, shifted(String(start), days + 0.01), scene)
  }

  private async assignSize(list: RuleNode, size: number, scene: Scene): Promise<boolean> {
    const place = list.kind === 'name' ? this.placeOf(list, scene) : undefined
    if (!place) return false
    if (list.type === 'text') return this.rows.set(place.subject, place.path, size > 0 ? 'x'.repeat(size) : null)
    if (list.type === 'files') return this.rows.set(place.subject, place.path, size > 0 ? this.rows.picture : [])
    return this.rows.resize(place.subject, place.path, size)
  }

  private async assignName(node: Name, value: RuleValue, scene: Scene): Promise<boolean> {
    if (node.scope === 'vars') {
      const aggregate = scene.vars?.[node.path[0] ?? '']
      const owner = scene.this ?? scene.record
      return aggregate !== undefined && owner !== undefined && this.count(aggregate, value, owner, scene)
    }
    const place = this.placeOf(node, scene)
    if (!place || place.path.length === 0) return false
    const end = await this.rows.endOf(place.subject, place.path)
    if (!end) return false
    const { subject, field } = end
    const given = subject.made?.rules[field.name]
    if (given) return this.assign(given.node, value, subject.made!.scene as Scene)
    const set = subject.set?.[field.name]
    if (set && this.chance.in100(70)) return this.assign(set.node, value, scene)
    if (field.compute) return this.assign(field.compute.node, value, { ...scene, record: subject })
    if (field.aggregate && !this.rows.columnOf(subject, field))
      return this.count(field.aggregate, value, subject, { ...scene, record: subject })
    return this.rows.write(subject, field, rawOf(value))
  }

  /** Makes an aggregate give a value, by rows that it counts. */
  private async count(aggregate: Aggregate, value: RuleValue, owner: Subject, scene: Scene): Promise<boolean> {
    const { operator, field } = aggregate
    const number = Decimal.isDecimal(value) ? value.toNumber() : value === true ? 1 : 0
    const isPlain = operator === 'count' || operator === 'exists' || operator === 'every'
    if ((isPlain && (operator === 'every' ? value === true : number <= 0)) || value === null)
      return this.exclude(aggregate, owner, scene, operator === 'every')
    const times = operator === 'count' ? Math.min(Math.ceil(number), 24) : 1
    for (let at = 0; at < times; at += 1) {
      const row = await this.rows.counted(aggregate, owner, times > 1)
      if (!row) return false
      await this.rows.align(row, owner)
      await this.admit(aggregate, row, owner, scene, operator !== 'every')
      if (!isPlain && field !== undefined)
        await this.assign(nameOf(field, value), value, { ...scene, this: owner, record: row })
    }
    if (operator === 'average' && field !== undefined)
      for (const row of await this.rows.matching(aggregate, owner))
        await this.assign(nameOf(field, value), value, { ...scene, this: owner, record: row })
    return true
  }

  /** Makes a row fit what is counted, or not. */
  async admit(aggregate: Aggregate, row: Subject, owner: Subject, scene: Scene, want: boolean): Promise<void> {
    if (aggregate.where) await this.hold(aggregate.where.node, want, { ...scene, this: owner, record: row })
  }

  private async exclude(aggregate: Aggregate, owner: Subject, scene: Scene, fits: boolean): Promise<boolean> {
    for (const row of await this.rows.matching(aggregate, owner)) await this.admit(aggregate, row, owner, scene, fits)
    return true
  }

  private placeOf({ scope, path }: Name, scene: Scene): { subject: Subject; path: readonly string[] } | undefined {
    const named = scope === 'before' ? scene.record : scope === 'input' ? inputSubject(scene) : undefined
    const subject = named ?? (scene as Readonly<Record<string, Subject | undefined>>)[scope]
    if (!subject || !['record', 'this', 'before', 'me', 'tenant', 'input'].includes(scope)) return undefined
    return { subject: scope === 'before' ? { ...subject, values: undefined, set: undefined } : subject, path }
  }

  /** The value that a node has now. */
  async value(node: RuleNode, scene: Scene): Promise<RuleValue> {
    const values = new Map<string, unknown>()
    const names: Name[] = []
    visit(node, (part) => {
      if (part.kind === 'name') names.push(part)
    })
    for (const name of names) values.set(keyOf(name.scope, name.path), await this.read(name, scene))
    try {
      return evaluate(node, (scope, path) => values.get(keyOf(scope, path)), {
        now: new Date(),
        timezone: this.rows.app.product.timezone,
        holds: () => true,
      })
    } catch {
      return null
    }
  }

  private async read(name: Name, scene: Scene): Promise<unknown> {
    const [first = ''] = name.path
    if (name.scope === 'settings') return this.rows.app.settings[first]?.value
    if (name.scope === 'period') return scene.period?.[first]
    if (name.scope === 'code') return scene.code
    const owner = scene.this ?? scene.record
    const aggregate = name.scope === 'vars' ? scene.vars?.[first] : undefined
    if (aggregate && owner)
      return this.rows.safely(async () => {
        const { entity } = owner
        const asking = await this.rows.whole(owner)
        return (await aggregateValues(this.rows.context, { value: aggregate }, asking, { entity })).value
      })
    const place = this.placeOf(name, scene)
    return place ? this.rows.get(place.subject, place.path) : undefined
  }
}

const keyOf = (scope: string, path: readonly string[]) => `${scope}:${path.join('.')}`

function inputSubject({ input = {}, inputs = {} }: Scene): Subject {
  return { entity: '', values: input, fields: inputs }
}

function nameOf(field: string, value: RuleValue): Name {
  const type = Decimal.isDecimal(value) ? 'number' : typeof value === 'boolean' ? 'boolean' : 'text'
  return { kind: 'name', type, scope: 'record', path: field.split('.') }
}

const shifted = (from: string, days: number): string => {
  const text = new Date(new Date(from).getTime() + days * 86_400_000).toISOString()
  return from.length === 10 ? text.slice(0, 10) : text
}

const rawOf = (value: RuleValue): unknown => (Decimal.isDecimal(value) ? value.toFixed() : value)
