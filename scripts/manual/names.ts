// Generates the chapter of the names that a rule sees, as observed while compiling manifests.
import { compile } from '../../src/manifest/compile'
import type { RuleEnvironment } from '../../src/manifest/expression/environment'
import { groupBy } from '../../src/manifest/expression/values/lists'
import { definitionOf, follow, type Schema, type SchemaName } from '../../src/manifest/language/schemas'
import { ofLines, rulesOfJourneys } from '../journeys/readJourney'
import type { Folder } from './chapters'
import { declarations, kindOfFile, placesOfPath } from './keys'

/** A key whose value is a rule, below one of the keys that hold its object, and what rules there saw. */
interface RulePlace {
  readonly key: string
  readonly holder: string
  readonly names: Set<string>
  readonly gives: Set<string>
}

/** The rules of keys that are expanded before they are compiled see the names of those that they become. */
const becomes: Readonly<Record<string, { readonly key: string; readonly gives?: string }>> = {
  'EscalationStep.afterDays': { key: 'Job.where', gives: 'number' },
  'EscalationStep.toWhere': { key: 'MessageEffect.toWhere' },
}

/** Every key that takes a rule, or rules by name or in a list. Named rules see the names of where they are used. */
export function ruleKeys(): string[] {
  const takesRule = (schema: Schema, home: SchemaName): boolean => {
    if (definitionOf(schema) === 'rule') return true
    const { schema: target, home: targetHome } = follow(schema, home)
    const children = [target.items, target.additionalProperties, ...(target.anyOf ?? [])]
    return children.some((child) => typeof child === 'object' && !child.properties && takesRule(child, targetHome))
  }
  return declarations()
    .filter(({ key, schema, home }) => key !== 'rules' && takesRule(schema, home))
    .map(({ object, key }) => `${object}.${key}`)
}

function observedPlaces(folders: readonly Folder[]): RulePlace[] {
  const places = new Map<string, RulePlace>()
  const see = (key: string, holder: string, environment: RuleEnvironment, gives: readonly string[]) => {
    const id = `${holder} ${key}`
    const observed = places.get(id) ?? { key, holder, names: new Set<string>(), gives: new Set<string>() }
    for (const name of namesIn(environment)) observed.names.add(name)
    for (const type of gives) observed.gives.add(type)
    places.set(id, observed)
  }
  for (const { sources, over = [] } of folders) {
    const files = new Map([...over, ...sources].map(({ path, text }) => [path, JSON.parse(text) as unknown]))
    const compiled = compile([...over, ...sources], {}, ({ file, path }, environment, expected) => {
      const way = placesOfPath(kindOfFile(file.path), path, files.get(file.path))
      const [holder = '', key = ''] = way.length > 1 ? way.slice(-2) : ['', ...way]
      see(key, holder, environment, typeof expected === 'string' ? [expected] : (expected ?? ['any type']))
    })
    if (!compiled.ok) continue
    const ofJourneys = rulesOfJourneys(compiled.app, [...over, ...sources])
    for (const { name, fields } of Object.values(compiled.app.entities)) {
      const environment = ofJourneys(name)
      for (const key of ['JourneyStep.holds', 'JourneyStep.where'])
        see(key, 'JourneyManifest.steps', environment, ['boolean'])
      for (const field of Object.values(fields))
        if (field.type === 'lines')
          see('JourneyStep.linesHold', 'JourneyManifest.steps', ofLines(environment, field), ['boolean'])
    }
  }
  const expanded = Object.entries(becomes).flatMap(([key, { key: other, gives }]) =>
    [...places.values()]
      .filter((entry) => entry.key === other)
      .map((entry) => ({ ...entry, key, holder: 'Job.steps', gives: gives ? new Set([gives]) : entry.gives })),
  )
  return [...places.values(), ...expanded]
}

const textOf = (words: ReadonlySet<string>): string => [...words].sort().join(', ')

/** One row for a key whose rules see the same names everywhere, else one for each group of holders. */
function rowsOf(key: string, places: readonly RulePlace[]): string[] {
  const groups = groupBy(places, ({ names }) => textOf(names))
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([names, group]) => {
      const holders = [...new Set(group.map(({ holder }) => `\`${holder}\``))].sort().join(', ')
      const gives = textOf(new Set(group.flatMap((entry) => [...entry.gives])))
      return `| \`${key}\`${groups.size > 1 ? ` of ${holders}` : ''} | ${names} | ${gives} |`
    })
}

/** The names available to rules. */
export function nameChapter(folders: readonly Folder[]): string {
  // The engine makes rules of other keys too, such as the months of a figure.
  const written = new Set(ruleKeys())
  const byKey = groupBy(
    observedPlaces(folders).filter(({ key }) => written.has(key)),
    ({ key }) => key,
  )
  const rows = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([key, places]) => rowsOf(key, places))
  return [
    '## Names that a rule sees',
    'A bare name is a field of the record of its place; `this` is the record that asks, where another record is counted or chosen. `settings` and the named rules, `rule.name`, are known everywhere. `TransitionManifest.when` of a transition that creates has no record, and so no fields. `code` is the option in question where a choice is narrowed. A key that stands in several objects has a row for each of them where its rules see other names.',
    ['| place | names | gives |', '| --- | --- | --- |', ...rows].join('\n'),
  ].join('\n\n')
}

function namesIn(environment: RuleEnvironment): string[] {
  const {
    record,
    measures,
    codes: _codes,
    settings: _settings,
    entities: _entities,
    dictionaries: _dictionaries,
    rules: _rules,
    ...roots
  } = environment
  return [
    ...(record === undefined ? [] : ['fields']),
    ...(measures === undefined ? [] : ['measures']),
    ...Object.entries(roots).flatMap(([name, value]) =>
      value === undefined || value === false ? [] : [`\`${name}\``],
    ),
  ]
}
