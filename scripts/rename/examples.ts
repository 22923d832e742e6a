// Renames in the examples of fields, which their check reports as a whole.
import { findNodeAtLocation, parseTree } from 'jsonc-parser'
import type { JsonPath } from '../../src/manifest/json/parse'
import type { App } from '../../src/manifest/model/app'
import type { Field } from '../../src/manifest/model/field'
import type { Source } from '../../src/manifest/json/source'
import type { Holder } from './holders'
import { edited, editTo } from './edited'

interface Names {
  /** The dictionary of a code. */
  readonly owner: string
  readonly from: string
  readonly to: string
}

/** The lines of an example name their columns, and their check reports the example as a whole. */
export function withExample(
  sources: readonly Source[],
  app: App,
  { from, to }: Names,
  { entity, lines }: Holder,
): readonly Source[] {
  if (lines === undefined) return sources
  return edited(sources, app.entities[entity]!.source, (text) => {
    const example = findNodeAtLocation(parseTree(text)!, ['fields', lines, 'example'])
    return (example?.children ?? [])
      .flatMap((line) => line.children ?? [])
      .map(({ children }) => children![0]!)
      .filter(({ value }) => value === from)
      .map(editTo(to))
  })
}

/** A field or input, and its location. */
interface Declared {
  readonly file: string
  readonly path: JsonPath
  readonly field: Field
}

/** Codes of the dictionary, as values of choices and in lines. */
export function withCodeInExamples(sources: readonly Source[], app: App, names: Names): readonly Source[] {
  const fields = Object.values(app.entities).flatMap(({ source: file, fields: columns, transitions }): Declared[] => [
    ...Object.values(columns).map((field) => ({ file, path: ['fields', field.name], field })),
    ...Object.values(transitions).flatMap(({ name, inputs }) =>
      Object.values(inputs).map((field) => ({ file, path: ['transitions', name, 'inputs', field.name], field })),
    ),
  ])
  return fields.reduce((texts, declared) => withCode(texts, declared, names), sources)
}

function withCode(sources: readonly Source[], declared: Declared, { owner, from, to }: Names): readonly Source[] {
  const { file, path, field } = declared
  const columns = Object.values(field.fields ?? {}).filter(({ dictionary }) => dictionary === owner)
  if (field.example === undefined || (field.dictionary !== owner && columns.length === 0)) return sources
  return edited(sources, file, (text) => {
    const example = findNodeAtLocation(parseTree(text)!, [...path, 'example'])
    const cells = (example?.children ?? []).flatMap((line) =>
      (line.children ?? []).flatMap(({ children }) =>
        columns.some(({ name }) => name === children?.[0]?.value) ? [children![1]!] : [],
      ),
    )
    return [...(example ? [example] : []), ...cells].filter(({ value }) => value === from).map(editTo(to))
  })
}
