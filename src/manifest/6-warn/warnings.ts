// Collects warnings and removes those that a manifest waives: `"waive": { "code": "reason" }`.
// A waiver applies to its location and everything below it; in module.json to the whole module.
import { isPlainObject } from '../json/jsonText'
import { Problems, type ValueLocation } from '../problems/problems'
import type { Problem } from '../problems/problem'
import { didYouMean } from '../problems/suggest'
import { warningTable, type WarningCode } from '../problems/warningCatalog'
import { writtenAt, type Document, type JsonPath } from '../json/parse'
import type { ManifestLocation } from '../context/compileContext'

interface Warning extends ValueLocation {
  readonly code: WarningCode
  readonly args: Readonly<Record<string, string>>
  readonly mark: { readonly key?: boolean; readonly hint?: string }
}

export class Warnings {
  private readonly collected: Warning[] = []

  at(
    { file, path }: ManifestLocation,
    code: WarningCode,
    args: Warning['args'] = {},
    mark: Warning['mark'] = {},
  ): void {
    this.collected.push({ document: file.document, path, code, args, mark })
  }

  inDocument(place: ValueLocation, code: WarningCode, args: Warning['args'] = {}, mark: Warning['mark'] = {}): void {
    this.collected.push({ ...place, code, args, mark })
  }

  /** The warnings that no manifest waives, and the waivers that waive nothing. */
  remaining(documents: readonly Document[]): readonly Problem[] {
    const problems = new Problems()
    const used = new Set<string>()
    const modules = new Map(documents.map((document) => [document.source.path, document]))
    for (const { document, path, code, args, mark } of this.collected) {
      const module = modules.get(`${document.source.path.split('/')[0]}/module.json`)
      const waiver =
        waiverOf({ document, path }, code) ??
        waiverOf(writtenAt({ document, path }), code) ??
        (module && waiverOf({ document: module, path: [] }, code))
      if (waiver === undefined) problems.add({ document, path }, code, args, mark)
      else used.add(waiver)
    }
    for (const document of documents)
      for (const path of waiversIn(document)) {
        if (used.has(addressIn(document, path))) continue
        const name = String(path.at(-1))
        const hint = name in warningTable ? undefined : didYouMean(name, Object.keys(warningTable))
        problems.add({ document, path }, 'idle-waiver', { name }, { key: true, ...(hint && { hint }) })
      }
    return problems.sorted()
  }
}

const addressIn = (document: Document, path: JsonPath): string => `${document.source.path}#${path.join('/')}`

/** Keys with named entries, each of which may have a waiver. */
const keysOfTables = new Set<string | number>(['fields', 'inputs', 'states', 'transitions'])

/** Whether `waive` is a key here rather than a name. The fields of a set count as those of an entity. */
function mayWaive(path: JsonPath): boolean {
  const steps = path[0] === 'fieldSets' ? ['fields', ...path.slice(2)] : path
  return steps.length % 2 === 0 && steps.every((step, index) => index % 2 === 1 || keysOfTables.has(step))
}

/** The innermost waiver of a code that covers a location. */
function waiverOf({ document, path }: ValueLocation, code: WarningCode): string | undefined {
  let value: unknown = document.value
  let innermost: string | undefined
  for (const [depth, step] of [...path, ''].entries()) {
    const here = path.slice(0, depth)
    if (mayWaive(here) && Object.hasOwn(Object(Object(value).waive), code))
      innermost = addressIn(document, [...here, 'waive', code])
    value = (Object(value) as Record<string | number, unknown>)[step]
  }
  return innermost
}

function waiversIn(document: Document): JsonPath[] {
  if (!document.source.text.includes('"waive"')) return []
  const collect = (value: unknown, path: JsonPath): JsonPath[] => [
    ...(mayWaive(path) ? Object.keys(Object(Object(value).waive)).map((code) => [...path, 'waive', code]) : []),
    ...Object.entries(Object(value) as object).flatMap(([key, item]) =>
      isPlainObject(item) ? collect(item, [...path, key]) : [],
    ),
  ]
  return collect(document.value, [])
}
