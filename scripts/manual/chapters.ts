// Generates the chapters of the manual from the language's schemas and the compiler's behavior.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { iconNames } from '../../src/manifest/context/drawnNames'
import type { Source } from '../../src/manifest/json/source'
import { definitionOf, follow, type Schema, type SchemaName } from '../../src/manifest/language/schemas'
import { problemTable, ruleProblemTable, runtimeProblemTable } from '../../src/manifest/problems/catalog'
import { warningTable, type WarningCode } from '../../src/manifest/problems/warningCatalog'
import { cures, warningCures } from './cures'
import { declarations, usesOf, type KeyDeclaration, type KeyUse } from './keys'

export interface Folder {
  readonly label: string
  readonly sources: readonly Source[]
  /** Schemas of journeys and first records, which are no part of the product. */
  readonly beside?: readonly Source[]
  /** The product that these manifests extend, if they are none on their own. */
  readonly over?: readonly Source[]
}

const maxExampleLength = 700

export function keyChapter(folders: readonly Folder[]): string {
  const uses = usesOf(folders)
  const nameOf = ({ object, key }: KeyDeclaration) => `${object}.${key}`
  const frequent = mostUsed(uses)
  const entryOf = (declaration: KeyDeclaration) => {
    const name = nameOf(declaration)
    return keyEntry(declaration, examplesOf(uses.get(name) ?? [], frequent.has(name) ? 2 : 1))
  }
  const sections = [...byObject()].map(([object, keys]) => [`### ${object}`, keyList(keys), ...keys.map(entryOf)])
  return ['## Keys', ...sections.flat()].join('\n\n')
}

/** The keys by object, manifests and their parts in the order of the schemas. */
function byObject(): Map<string, KeyDeclaration[]> {
  const objects = new Map<string, KeyDeclaration[]>()
  for (const declaration of declarations())
    objects.set(declaration.object, [...(objects.get(declaration.object) ?? []), declaration])
  return objects
}

/** The names of all keys of an object, with the required ones first in a sentence of their own. */
function keyList(keys: readonly KeyDeclaration[]): string {
  const named = (some: readonly KeyDeclaration[]) => some.map(({ key }) => `\`${key}\``).join(', ')
  const [required, optional] = [keys.filter((one) => one.required), keys.filter((one) => !one.required)]
  return [
    ...(required.length > 0 ? [`Required: ${named(required)}.`] : []),
    ...(optional.length > 0 ? [`Optional: ${named(optional)}.`] : []),
  ].join(' ')
}

/** The table of contents: chapters, and for the first one the objects of the language, each as a link. */
export function contents(chapters: readonly string[]): string {
  const linkTo = (title: string) =>
    `[${title}](#${title
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replace(/ /g, '-')})`
  const lines = chapters.map((chapter) => {
    const [title] = /(?<=^## ).*/m.exec(chapter)!
    const objects = [...chapter.matchAll(/^### (\w+)$/gm)].map(([, object]) => linkTo(object!))
    return `- ${linkTo(title)}${title === 'Keys' ? `: ${objects.join(', ')}` : ''}`
  })
  return ['## Contents', lines.join('\n')].join('\n\n')
}

const maxMostUsed = 20

/** The keys with a second example. */
export function mostUsed(uses: ReadonlyMap<string, readonly KeyUse[]>): ReadonlySet<string> {
  const sorted = [...uses].sort(([, a], [, b]) => b.length - a.length)
  return new Set(sorted.slice(0, maxMostUsed).map(([name]) => name))
}

/** What an entry shows: the value of its key, or the object around it. */
interface Example extends KeyUse {
  readonly inItsObject?: boolean
}

/**
 * The shortest distinct examples, those of the tests' library first. A key with too few distinct values, such as one
 * that is only ever true, is shown in its object as well.
 */
function examplesOf(uses: readonly KeyUse[], count: number): Example[] {
  const length = ({ value, holder }: KeyUse) => JSON.stringify(value).length + JSON.stringify(holder).length / 10_000
  const isOfProduct = ({ file }: KeyUse) => Number(file.startsWith('schemas/'))
  const sorted = [...uses].sort(
    (a, b) => isOfProduct(a) - isOfProduct(b) || length(a) - length(b) || (a.file < b.file ? -1 : 1),
  )
  const seen = new Set<string>()
  const distinct = sorted.filter(({ value }) => seen.size < seen.add(JSON.stringify(value)).size)
  const whole = sorted.slice(0, distinct.length < count ? 1 : 0).map((use) => ({ ...use, inItsObject: true }))
  return [...distinct, ...whole].slice(0, count)
}

function keyEntry({ object, key, schema, home, required }: KeyDeclaration, examples: readonly Example[]): string {
  const target = follow(schema, home).schema
  const remarks = [
    `Type: ${typeOf(schema, home)}.`,
    ...(required ? ['Required.'] : []),
    ...(target.type === 'boolean' ? defaultOf(schema.description ?? '') : []),
  ]
  const shown = examples.map(({ value, file, holder, inItsObject = false }) => {
    const text = JSON.stringify(inItsObject ? holder : value, null, 2)
    const body = text.length > maxExampleLength ? `${text.slice(0, maxExampleLength)}\n…` : text
    // Mention only files that an author has besides the manual.
    const place = file.startsWith('schemas/') ? `\`${file}\`:\n\n` : ''
    return `${place}\`\`\`json\n${inItsObject ? '' : `${JSON.stringify(key)}: `}${body}\n\`\`\``
  })
  return [
    `#### ${object}.${key}`,
    `${schema.description ?? target.description ?? ''} ${remarks.join(' ')}`.trim(),
    ...shown,
  ].join('\n\n')
}

/** The default of a yes or no; none where the description itself has it. */
const defaultOf = (description: string): string[] =>
  description.includes('Without the key') ? [] : [`Default: ${description.startsWith('false:') ? 'true' : 'false'}.`]

function typeOf(reference: Schema, from: SchemaName): string {
  const definition = definitionOf(reference)
  const { schema, home } = follow(reference, from)
  if (definition === 'text') return 'a text in each language'
  if (definition !== undefined && ['rule', 'name', 'fieldPath', 'permission'].includes(definition))
    return { rule: 'a rule', name: 'a name', fieldPath: 'a field', permission: 'a permission code' }[definition]!
  if (schema.enum !== undefined) return `one of ${schema.enum.map((word) => `\`${word}\``).join(', ')}`
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map((branch) => typeOf(branch, home)))].join(', or ')
  if (schema.type === 'array') return `a list of ${schema.items === undefined ? 'values' : typeOf(schema.items, home)}`
  if (schema.type === 'object' && schema.properties !== undefined)
    return schema.title === undefined ? 'an object' : `an object [${schema.title}](#${schema.title.toLowerCase()})`
  if (typeof schema.additionalProperties === 'object')
    return `a map by name of ${typeOf(schema.additionalProperties, home)}`
  const bounds = [
    schema.minimum === undefined ? '' : ` from ${schema.minimum}`,
    schema.maximum === undefined ? '' : ` to ${schema.maximum}`,
    schema.pattern === undefined ? '' : ` of the form \`${schema.pattern}\``,
  ]
  const words: Record<string, string> = { string: 'a text', integer: 'a whole number', number: 'a number' }
  return `${words[schema.type ?? ''] ?? (schema.type === 'boolean' ? 'true or false' : (schema.type ?? 'any value'))}${bounds.join('')}`
}

/** The icons that a screen or module may name. */
export function iconChapter(): string {
  return [
    '## Icons',
    [
      'What `icon` of a module or screen may name. The manual in the page, `/manual`, draws each one and lists the modules',
      'and screens that have it: choose one that no other module of the menu has.',
    ].join(' '),
    `${iconNames.map((name) => `\`${name}\``).join(', ')}.`,
  ].join('\n\n')
}

/** Every problem with cause, cure and the printed output for a manifest that has it. */
export function problemChapter(root: string): string {
  const codes = Object.keys(cures) as (keyof typeof cures)[]
  const whys = { ...problemTable, ...ruleProblemTable, ...runtimeProblemTable }
  return [
    '## Problems',
    ...codes.map((code) =>
      problemEntry(join(root, 'tests/manifest/problems', code), code, whys[code].why, cures[code]),
    ),
  ].join('\n\n')
}

/** Every warning likewise. */
export function warningChapter(root: string): string {
  const codes = Object.keys(warningCures) as WarningCode[]
  return [
    '## Warnings',
    'What is sound, though surely not meant. `npm run check` prints warnings after the counts and administrators see them in the page; none keeps a product from starting. What is meant is waived with a reason where it stands, in the entity or screen around it, or in `module.json` for the whole module: `"waive": { "unreachable-state": "Records of the old system are in it." }`. A waiver that waives nothing is a warning itself.',
    ...codes.map((code) =>
      problemEntry(join(root, 'tests/manifest/warnings', code), code, warningTable[code].why, warningCures[code]),
    ),
  ].join('\n\n')
}

const codePrinted = /^\S+:\d+:\d+ +\w+ +([\w-]+)$/m

function problemEntry(folder: string, code: string, why: string, cure: string): string {
  const file = join(folder, 'expected.txt')
  const problems = existsSync(file) ? readFileSync(file, 'utf8').split('\n\n') : []
  const printed = problems.find((problem) => codePrinted.exec(problem)?.[1] === code)?.trimEnd()
  return [`### \`${code}\``, `Cause: ${why} Cure: ${cure}`, ...(printed ? [`\`\`\`\n${printed}\n\`\`\``] : [])].join(
    '\n\n',
  )
}
