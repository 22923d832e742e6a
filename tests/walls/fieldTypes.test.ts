// Guards what the compiler cannot: code handles every field type, or has a reason not to.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fieldTypes } from '../../src/manifest/fieldTypes/fieldTypes'
import { childrenOf, isSyntaxNode, lineAt, programOf, sourcesIn, type SyntaxNode } from './syntax'

/** Types with keys or values of their own, such as `entity`: nothing else is a reference because it is new. */
const structural = new Set(['ref', 'choice', 'files', 'lines', 'address'])
const names = new Set(Object.keys(fieldTypes))

/** Files by the reason why a new type needs nothing there. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'the types are those of the values of rules, or of JSON': [
    'src/manifest/4-check/disclosure.ts',
    'src/manifest/6-warn/conditions.ts',
    'src/manifest/expression/analyze.ts',
    'src/manifest/expression/check.ts',
    'src/manifest/expression/evaluate.ts',
    'src/manifest/expression/functions.ts',
    'src/manifest/expression/operands.ts',
    'src/manifest/json/parse.ts',
    'src/server/workers/editor/productSchemas.ts',
    'src/server/mutation/guards/ruleSentence.ts',
    'src/server/query/expression/functionSql.ts',
    'src/server/query/expression/ruleSql.ts',
  ],
  'the language allows only the named types there; another is refused in words until it is named': [
    'src/manifest/2-declare/fieldKeys.ts',
    'src/manifest/3-resolve/entities/sync.ts',
    'src/manifest/3-resolve/product/access.ts',
    'src/manifest/3-resolve/product/apiKeys.ts',
    'src/manifest/3-resolve/screens/exchange.ts',
    'src/manifest/3-resolve/screens/formCalendar.ts',
    'src/manifest/3-resolve/screens/layouts.ts',
    'src/manifest/3-resolve/transitions/form.ts',
    'src/server/endpoints/account/externalProof.ts',
  ],
  'an int alone is a number of JavaScript; every other number is exact decimal text': [
    'src/manifest/fieldTypes/parseInput.ts',
    'src/manifest/model/lineRules.ts',
    'src/manifest/expression/values/value.ts',
    'src/server/database/sql/materializedColumns.ts',
    'src/server/endpoints/reports/figures.ts',
    'src/server/integrations/partner/rowValues.ts',
    'src/server/query/expression/fieldSql.ts',
    'src/server/query/expression/isInteger.ts',
    'src/ui/inputs/scalar/NumberInput.tsx',
  ],
  'money alone has a currency, and sums that are printed without being requested': [
    'src/server/endpoints/records/printing/documentContent.ts',
    'src/ui/form/dialogs/RecordSummary.tsx',
    'src/ui/form/view/FormFields.tsx',
    'src/ui/form/view/Results.tsx',
    'src/ui/screens/dashboard/figures/Figures.tsx',
    'src/ui/screens/print/documentParts.tsx',
    'src/ui/screens/report/measureText.ts',
    'src/ui/screens/report/useReportColumns.tsx',
  ],
  'a decimal alone has a scale, and is a percentage as a part of one': [
    'src/manifest/3-resolve/screens/report.ts',
    'src/server/migration/storedLimits.ts',
    'src/ui/values/renderValue.tsx',
  ],
  'a moment alone has a time that a day lacks': [
    'src/server/boot/demo/records.ts',
    'src/server/endpoints/lists/calendar.ts',
    'src/server/endpoints/lists/references/options.ts',
    'src/server/query/expression/aggregateSql.ts',
    'src/server/query/search/filter.ts',
    'src/ui/schedule/entries.ts',
    'src/ui/screens/list/rows/FeedRows.tsx',
  ],
  'a mobile alone is found by its digits, typed with keys for digits and called': [
    'src/manifest/3-resolve/screens/partialColumns.ts',
    'src/server/query/search/trigram.ts',
    'src/ui/inputs/lines/LineCell.tsx',
    'src/ui/inputs/scalar/TextInput.tsx',
    'src/ui/screens/list/toolbar/ListToolbar.tsx',
  ],
  'a text alone has several lines and a limit of its own': [
    'src/server/endpoints/contract/readRequest.ts',
    'src/server/mutation/effects/messages.ts',
    'src/ui/screens/record/sections/RecordSections.tsx',
  ],
  'a boolean alone has two values to choose from': [
    'src/server/endpoints/exchange/choices.ts',
    'src/ui/screens/list/toolbar/conditions/ConditionValue.tsx',
  ],
  'the type of a column of the database': ['src/server/migration/alterTable.ts'],
  'a type that is not named takes the slower way, which is always right': [
    'src/server/migration/reportIndexes.ts',
    'src/server/query/expression/referencePath.ts',
    'src/server/query/search/recordKeys.ts',
    'src/ui/table/tableColumns.tsx',
  ],
}
const excused = new Set(Object.values(allowed).flat())

const textOf = (node: unknown): string | undefined =>
  isSyntaxNode(node) && node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined

/** `field.type`, `type`. */
function isType(node: unknown): boolean {
  if (!isSyntaxNode(node)) return false
  if (node.type === 'ChainExpression') return isType(node.expression)
  const name = node.type === 'MemberExpression' && !node.computed ? node.property : node
  return isSyntaxNode(name) && name.type === 'Identifier' && name.name === 'type'
}

/** A comparison with one type, a list of some types, a switch with a silent default. */
function isPartial(node: SyntaxNode): boolean {
  if (node.type === 'BinaryExpression' && (node.operator === '===' || node.operator === '!==')) {
    const [type, other] = isType(node.left) ? [node.right, node.left] : [node.left, node.right]
    const name = textOf(type)
    return isType(other) && name !== undefined && names.has(name) && !structural.has(name)
  }
  if (node.type === 'ArrayExpression') {
    const items = (node.elements as unknown[]).map(textOf)
    return items.length > 1 && items.every((item) => item !== undefined && names.has(item))
  }
  if (node.type !== 'SwitchStatement' || !isType(node.discriminant)) return false
  const cases = node.cases as readonly SyntaxNode[]
  const found = cases.filter(({ test }) => names.has(textOf(test) ?? ''))
  const silent = cases.some(({ test, consequent }) => test === null && !JSON.stringify(consequent).includes('TSNever'))
  return found.length > 1 && silent
}

/** Lines of a source that decide about some field types only. */
function partialLines(path: string, text: string): number[] {
  const lines: number[] = []
  const visit = (node: SyntaxNode) => {
    const callee = node.type === 'CallExpression' ? (node.callee as SyntaxNode) : undefined
    if (callee?.name === 'typesWith') return
    if (isPartial(node)) lines.push(lineAt(text, node.start as number))
    for (const child of childrenOf(node)) visit(child)
  }
  visit(programOf(path, text))
  return lines
}

describe('field types', () => {
  it('are decided about one and all, or a reason is given', () => {
    const found = sourcesIn('src')
      .filter((path) => /\.tsx?$/.test(path))
      .flatMap((path) => {
        const lines = partialLines(path, readFileSync(path, 'utf8'))
        return lines.length === 0 ? [] : [[path, lines] as const]
      })
    expect(found.filter(([path]) => !excused.has(path))).toEqual([])
    expect([...excused].filter((path) => !found.some(([other]) => other === path))).toEqual([])
  })

  it('are decided in the files that src/README.md lists for a new one, and in no others', () => {
    const [, section = ''] = /### A field type\n([\s\S]*?)\n## /.exec(readFileSync('src/README.md', 'utf8')) ?? []
    const steps = section.split('\n').filter((line) => /^(\d+\.| {3})/.test(line))
    const listed = [...steps.join('\n').matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, path]) =>
      path!.startsWith('tests/') ? path! : `src/${path}`,
    )
    const typed = /typesWith\(\[|Record<(?:Exclude<)?FieldType\b/
    const decided = sourcesIn('src').filter((path) => typed.test(readFileSync(path, 'utf8')))
    expect(decided.filter((path) => !listed.includes(path))).toEqual([])
    // Types whose names are no other words.
    const telling = /\b(?:money|datetime|decimal|mobile)\b/g
    const silent = ['src/manifest/fieldTypes/fieldErrors.ts']
    const isDeciding = (path: string) =>
      decided.includes(path) || new Set(readFileSync(path, 'utf8').match(telling)).size > 1
    expect(listed.length).toBeGreaterThan(30)
    expect(listed.filter((path) => !silent.includes(path) && !isDeciding(path))).toEqual([])
  })

  it('are recognized where some are named', () => {
    const lines = (text: string) => partialLines('sample.ts', text).length
    expect(lines(`const isLong = field.type === 'text'`)).toBe(1)
    expect(lines(`const isLong = field?.type !== 'text'`)).toBe(1)
    expect(lines(`const some = ['int', 'money'].includes(type)`)).toBe(1)
    expect(lines(`switch (field.type) { case 'int': case 'money': break; default: break }`)).toBe(1)
    expect(lines(`switch (field.type) { case 'int': case 'money': break; default: field.type satisfies never }`)).toBe(
      0,
    )
    expect(lines(`const some = typesWith(['int', 'money'], { without: ['text', 'date'] })`)).toBe(0)
    expect(lines(`const target = field.type === 'ref' ? field.entity : undefined`)).toBe(0)
  })
})
