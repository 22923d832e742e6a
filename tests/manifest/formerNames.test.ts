// Proves that every former word of the language leads to a present one, by each row of the table.
import { describe, expect, it } from 'vitest'
import { checkShape } from '../../src/manifest/1-read/validateShape'
import { signatures } from '../../src/manifest/expression/functions'
import { formerNames, keysFor } from '../../src/manifest/language/formerNames'
import { language, type Schema } from '../../src/manifest/language/schemas'

const objects = new Map<string, Set<string>>()
const enums: string[] = []
const childrenOf = (schema: Schema): Schema[] => [
  ...Object.values(schema.properties ?? {}),
  ...Object.values(schema.$defs ?? {}),
  ...(schema.anyOf ?? []),
  ...[schema.items, schema.additionalProperties].filter((item) => typeof item === 'object'),
]
const look = (schema: Schema): void => {
  if (schema.title !== undefined && schema.properties !== undefined)
    objects.set(schema.title, new Set(Object.keys(schema.properties)))
  enums.push(...(schema.enum ?? []))
  childrenOf(schema).forEach(look)
}
for (const schema of Object.values(language)) look(schema)

describe('former words', () => {
  it.each(Object.entries(formerNames.keys))('of %s are gone and lead to a key', (object, keys) => {
    const known = objects.get(object)
    expect(known, 'a title of the schemas').toBeDefined()
    for (const [former, present] of Object.entries(keys))
      expect([former, known!.has(former), known!.has(present)]).toEqual([former, false, true])
  })

  it('of a kind of block are keys of other kinds, and lead to a key', () => {
    const known = objects.get('Block')!
    for (const keys of Object.values(formerNames.blocks))
      for (const [former, present] of Object.entries(keys))
        expect([former, known.has(former), known.has(present)]).toEqual([former, true, true])
  })

  it('that are guesses lead to keys, types, words and functions that there are', () => {
    const all = new Set([...objects.values()].flatMap((keys) => [...keys]))
    expect(
      Object.values(formerNames.guesses)
        .flat()
        .filter((key) => !all.has(key)),
    ).toEqual([])
    const values = [...Object.values(formerNames.types).flat(), ...Object.values(formerNames.words)]
    expect(values.filter((value) => !enums.includes(value))).toEqual([])
    expect(Object.values(formerNames.functions).filter((name) => !(name in signatures))).toEqual([])
  })

  it('are answered by the shape check with the word to write', () => {
    const { problems } = checkShape('entity', { title: ['一', 'One'], fields: {}, label: 'name', guard: [] })
    expect(problems.map(({ hint }) => hint)).toEqual(['Write `labelField`.', 'Write `checks`.'])
    const turn = { create: { title: ['一', 'One'], permissions: [], turn: 'day <= today()' } }
    const rule = checkShape('entity', { title: ['一', 'One'], fields: {}, transitions: turn })
    expect(rule.problems.map(({ hint }) => hint)).toContain('Write `"turnWhen": …`.')
    for (const fourEyes of [true, false]) {
      const approve = { approve: { title: ['一', 'One'], permissions: [], fourEyes } }
      const creator = checkShape('entity', { title: ['一', 'One'], fields: {}, transitions: approve })
      expect(creator.problems.map(({ hint }) => hint)).toContain(
        'Write `"fourEyes": "createdBy"`, or leave it out where no account is excluded.',
      )
    }
    const steps = [{ as: 'reader', refused: 'stale_version' }]
    const refusal = checkShape('journey', { title: ['一', 'One'], steps })
    expect(refusal.problems.map(({ hint }) => hint)).toEqual(['Write `"refusalKey": "stale_version"`.'])
    const app = checkShape('app', { map: 'amap', forgotten: '/forgotten' }).problems.map(({ hint }) => hint)
    expect(app).toContain('Write `map` in the *.integration.json of the map service.')
    expect(app).toContainEqual(expect.stringMatching(/^Write a link in the form of the sign-in screen/))
    const endpoint = checkShape('endpoint', { writes: true }).problems.map(({ hint }) => hint)
    expect(endpoint).toContainEqual(expect.stringMatching(/^Leave it out/))
    expect(keysFor('EntityManifest', 'label', [])).toEqual([])
  })
})

/** Keys of rules that are no conditions, with what they give. */
const otherRules: Readonly<Record<string, string>> = {
  afterDays: 'a number of days',
  compute: 'a value',
  default: 'a value',
  member: 'what a list contains',
  rule: 'the condition that a check is about',
  target: 'a number',
  value: 'a value',
}

describe('a key', () => {
  it('of a condition ends in when or where, unless the rule gives a value or is what a check is about', () => {
    const isRule = ({ $ref = '', anyOf = [] }: Schema): boolean => $ref.endsWith('$defs/rule') || anyOf.some(isRule)
    const rules: string[] = []
    const visit = (schema: Schema): void => {
      for (const [name, value] of Object.entries(schema.properties ?? {}))
        if (isRule(value)) rules.push(`${schema.title}.${name}`)
      childrenOf(schema).forEach(visit)
    }
    Object.values(language).forEach(visit)
    expect(rules.length).toBeGreaterThan(60)
    const others = rules.filter((key) => !/\.(when|where|\w+W(hen|here))$/.test(key))
    expect([...new Set(others.map((key) => key.split('.')[1]))].sort()).toEqual(Object.keys(otherRules).sort())
  })

  it('takes true or false alone, or not at all', () => {
    const mixed: string[] = []
    const visit = (schema: Schema): void => {
      for (const [name, { anyOf = [] }] of Object.entries(schema.properties ?? {}))
        if (anyOf.length === 2 && anyOf.some(({ type }) => type === 'boolean')) mixed.push(`${schema.title}.${name}`)
      childrenOf(schema).forEach(visit)
    }
    Object.values(language).forEach(visit)
    expect(mixed).toEqual([])
  })
})
