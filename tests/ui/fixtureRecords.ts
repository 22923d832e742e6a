// The records that the fixture serves: made up once for an App, because that takes longer than most
// tests.
import { faker } from '@faker-js/faker/locale/zh_CN'
import type { App } from '../../src/manifest/model/app'
import type { Entity } from '../../src/manifest/model/entity'
import type { Field } from '../../src/manifest/model/field'
import type { RecordData, Value } from '../../src/protocol/calls'

const made = new WeakMap<App, Map<string, readonly RecordData[]>>()

/** The records of an entity, for all tests of a worker: none may change them. */
export function madeRecords(app: App, entity: string, rows: number): readonly RecordData[] {
  const ofApp = made.get(app) ?? new Map<string, readonly RecordData[]>()
  made.set(app, ofApp)
  const name = `${entity} ${rows}`
  if (!ofApp.has(name)) {
    faker.seed(entity.length * 97)
    const creating = creatingFrom(app, entity)
    const steps = (stepsOf.get(app) ?? stepsOf.set(app, stepsIn(app)).get(app))!
    ofApp.set(
      name,
      Array.from({ length: rows }, (_, at) => makeRecord(app, app.entities[entity]!, at + 1, { creating, steps })),
    )
  }
  return ofApp.get(name)!
}

const stepsOf = new WeakMap<App, ReadonlySet<string>>()

/** `field.inner` wherever a column or a rule goes from a reference to a field of what it refers to. */
function stepsIn({ screens, entities }: App): ReadonlySet<string> {
  const steps = new Set<string>()
  for (const [, field, inner] of JSON.stringify([screens, entities]).matchAll(/(?<=[".])(\w+)(?:\.|",")(?=(\w+)[".])/g))
    steps.add(`${field}.${inner}`)
  return steps
}

/** The transitions that make another record of one of these. */
const creatingFrom = (app: App, entity: string): string[] =>
  Object.values(app.entities).flatMap((other) =>
    Object.values(other.transitions)
      .filter(({ creates, form }) => creates && form.some((ask) => other.fields[ask.field]?.entity === entity))
      .map((transition) => `${other.name}.${transition.name}`),
  )

function makeRecord(
  app: App,
  entity: Entity,
  id: number,
  { creating, steps }: { readonly creating: readonly string[]; readonly steps: ReadonlySet<string> },
): RecordData {
  const values: Record<string, Value> = {}
  const add = (path: string, field: Field) => {
    values[path] = valueOf(app, entity, field, id)
  }
  for (const field of Object.values(entity.fields)) {
    add(field.name, field)
    const other = field.entity === undefined ? undefined : app.entities[field.entity]
    for (const inner of Object.values(other?.fields ?? {}))
      if (inner.type !== 'lines' && steps.has(`${field.name}.${inner.name}`)) add(`${field.name}.${inner.name}`, inner)
  }
  const states = Object.keys(entity.states)
  const state = states[id % Math.max(1, states.length)]
  const can = Object.values(entity.transitions)
    .filter(
      (transition) =>
        !transition.creates &&
        (transition.from.length === 0 || (state !== undefined && transition.from.includes(state))),
    )
    .map((transition) => transition.name)
  if (state !== undefined) values.state = state
  return { id, version: 1, state, label: String(values[entity.labelField] ?? id), values, can: [...can, ...creating] }
}

function valueOf(app: App, entity: Entity, field: Field, id: number): Value {
  if (field.name !== 'no' && !field.required && id % 5 === 3 && !field.system) return null
  switch (field.type) {
    case 'int':
      return faker.number.int({ max: 40 })
    case 'money':
      return faker.finance.amount({ min: 500, max: 180_000 })
    case 'decimal':
      return faker.number.float({ min: 40, max: 220, fractionDigits: 1 }).toFixed(1)
    case 'date':
      return faker.date.recent({ days: 40 }).toISOString().slice(0, 10)
    case 'datetime':
      return faker.date.recent({ days: 40 }).toISOString()
    case 'boolean':
      return faker.datatype.boolean()
    case 'mobile':
      return `138${faker.string.numeric(8)}`
    case 'choice':
      return faker.helpers.arrayElement(
        Object.keys(entity.states).length > 0 && field.name === 'state'
          ? Object.keys(entity.states)
          : (app.dictionaries[field.dictionary ?? '']?.items ?? [])
              .map((item) => item.code)
              .concat(field.dictionary ? [] : ['x']),
      )
    case 'ref':
      return {
        id: faker.number.int({ min: 1, max: 100 }),
        label: field.entity === 'store' ? `${faker.location.city()}旗舰店` : faker.person.fullName(),
      }
    case 'files':
      return id % 2 ? [{ id: `f${id}`, name: '现场照片.jpg', size: 182_000, type: 'image/jpeg' }] : []
    case 'lines':
      return []
    case 'address':
      return {
        province: '浙江省',
        city: '杭州市',
        district: '西湖区',
        detail: `${faker.location.street()}${faker.number.int(200)}号`,
      }
    case 'text':
      return faker.lorem.sentence()
    default:
      return field.name === 'no'
        ? `${entity.numberPrefix ?? 'XX'}241121${String(id).padStart(5, '0')}`
        : field.name === 'name'
          ? faker.person.fullName()
          : faker.location.street()
  }
}
