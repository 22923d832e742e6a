// The small world in which the rules of these tests are compiled and evaluated.
import type { Setting, SettingValue } from '../../../src/manifest/model/app'
import type { Rule, RuleNode, ValueType } from '../../../src/manifest/model/rule'
import { compileRule } from '../../../src/manifest/expression/check'
import type { RuleEnvironment, Shape, ShapeField } from '../../../src/manifest/expression/environment'
import { evaluate, type Read, type EvaluationContext } from '../../../src/manifest/expression/evaluate'
import type { RuleValue } from '../../../src/manifest/expression/values/value'

function shape(
  entity: string,
  states: readonly string[],
  fields: Readonly<Record<string, Omit<ShapeField, 'name'>>>,
): Shape {
  const all = {
    id: { type: 'int' as const },
    no: { type: 'string' as const },
    ...(states.length ? { state: { type: 'choice' as const } } : {}),
    ...fields,
  }
  return {
    entity,
    states,
    ...(entity === 'sailor' && { stateGroups: { onDuty: ['ashore', 'aboard'] } }),
    fields: Object.fromEntries(Object.entries(all).map(([name, field]) => [name, { ...field, name }])),
  }
}

const shapes: Readonly<Record<string, Shape>> = {
  boat: shape('boat', ['moored', 'sailing'], {
    name: { type: 'string' },
    note: { type: 'text' },
    kind: { type: 'choice', dictionary: 'kind' },
    size: { type: 'int' },
    price: { type: 'money' },
    draft: { type: 'decimal' },
    built: { type: 'date' },
    seen: { type: 'datetime' },
    sold: { type: 'boolean' },
    phone: { type: 'mobile' },
    captain: { type: 'ref', entity: 'sailor' },
    mate: { type: 'ref', entity: 'sailor' },
    papers: { type: 'files' },
    home: { type: 'address' },
    crew: { type: 'lines', fields: {} },
    package: { type: 'string' },
    text: { type: 'string' },
  }),
  sailor: shape('sailor', ['ashore', 'aboard'], {
    name: { type: 'string' },
    harbour: { type: 'ref', entity: 'harbour' },
    chief: { type: 'ref', entity: 'sailor' },
  }),
  harbour: shape('harbour', [], { name: { type: 'string' }, place: { type: 'address' }, depth: { type: 'decimal' } }),
}

function setting(name: string, value: SettingValue, type: ValueType): Setting {
  return { name, title: {}, value, type }
}

export const environment: RuleEnvironment = {
  record: shapes.boat!,
  this: shapes.boat!,
  before: shapes.boat!,
  me: shapes.sailor!,
  tenant: shapes.harbour!,
  input: {
    reason: { name: 'reason', type: 'text' },
    heir: { name: 'heir', type: 'ref', entity: 'sailor' },
    amount: { name: 'amount', type: 'money' },
  },
  settings: {
    limit: setting('limit', 3, 'number'),
    word: setting('word', 'sloop', 'text'),
    kinds: setting('kinds', ['sloop', 'ketch'], 'list'),
    wrongKinds: setting('wrongKinds', ['sloop', 'ketsch'], 'list'),
    rates: setting('rates', { sloop: 0.05, ketch: 0.1 }, 'table'),
  },
  vars: { total: 'number', due: 'date' },
  codes: new Set(['p_sail', 'p_moor']),
  entities: (name) => shapes[name],
  dictionaries: (name) => (name === 'kind' ? ['sloop', 'ketch'] : undefined),
}

export const world: EvaluationContext = {
  now: new Date('2024-03-10T17:30:00.250Z'),
  timezone: 'Asia/Shanghai',
  holds: (code) => code === 'p_sail',
}

/** Compiles or fails the test with the problems. */
export function compiled(source: string, where: RuleEnvironment = environment): Rule {
  const { rule, problems } = compileRule(source, where)
  if (!rule) throw new Error(`${source}: ${problems.map((problem) => problem.message).join(' ')}`)
  return rule
}

/**
 * Reads scope.path from a flat record: `price`, `captain.name`, `this.id`, `settings.limit`; settings come from the
 * environment.
 */
export function reading(values: Readonly<Record<string, unknown>>): Read {
  return (scope, path) => {
    const name = [...(scope === 'record' ? [] : [scope]), ...(path.length ? path : ['id'])].join('.')
    return name in values ? values[name] : scope === 'settings' ? environment.settings[path[0]!]?.value : undefined
  }
}

export function valueOf(source: string | RuleNode, values: Readonly<Record<string, unknown>> = {}): RuleValue {
  return evaluate(typeof source === 'string' ? compiled(source).node : source, reading(values), world)
}

/** The value as a test writes it: numbers as decimal text. */
export function plain(source: string, values: Readonly<Record<string, unknown>> = {}): unknown {
  const value = valueOf(source, values)
  return typeof value === 'object' && value !== null && 'toFixed' in value ? String(value) : value
}
