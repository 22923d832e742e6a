// Renames in the tables of demo data,
// which name entities, fields, states, codes and screens of the manifests.
import { applyEdits, parseTree, type Edit, type Node } from 'jsonc-parser'
import type { App } from '../../src/manifest/model/app'
import type { Field } from '../../src/manifest/model/field'
import type { Source } from '../../src/manifest/json/source'
import type { Holder } from './holders'
import { nameIn, type Renaming } from './renaming'

/**
 * @param app the product under the former names
 * @param holders for a field: its holders
 */
export function renamedTable(source: Source, app: App, renaming: Renaming, holders: readonly Holder[]): Source {
  const root = parseTree(source.text)
  const entity = valueIn(root, 'entity')
  const columns = valueIn(root, 'columns')?.children
  const rows = valueIn(root, 'rows')?.children
  if (entity === undefined || columns === undefined || rows === undefined) return source
  const { kind, from } = renaming
  const held = holders.filter((holder) => holder.entity === entity.value)
  const table: Table = {
    entity: String(entity.value),
    fields: app.entities[String(entity.value)]?.fields ?? {},
    lines: new Set(held.flatMap(({ lines }) => lines ?? [])),
  }
  const nodes = [
    ...(kind === 'entity' && entity.value === from ? [entity] : []),
    ...(held.some(({ lines }) => lines === undefined) ? columns.filter(({ value }) => value === from) : []),
    ...rows.flatMap(({ children: cells = [] }) =>
      cells.flatMap((cell, index) => namesInCell(table, String(columns[index]?.value), cell, renaming)),
    ),
  ]
  if (nodes.length === 0) return source
  const edits = nodes.map((node) => edit(source, node, renaming))
  return { ...source, text: applyEdits(source.text, edits) }
}

interface Table {
  readonly entity: string
  readonly fields: Readonly<Record<string, Field>>
  /** The fields whose lines have the renamed field. */
  readonly lines: ReadonlySet<string>
}

function namesInCell({ entity, fields, lines }: Table, column: string, cell: Node, renaming: Renaming): Node[] {
  const { kind, owner, from } = renaming
  if (kind === 'code' || kind === 'permission') return codesIn(cell, fields[column], renaming)
  if (kind === 'screen') return textsIn(cell).filter((node) => nameIn(renaming).test(`${JSON.stringify(node.value)}`))
  if (kind === 'state') return entity === owner && column === 'state' && cell.value === from ? [cell] : []
  return lines.has(column) ? (cell.children ?? []).flatMap((line) => keysIn(line, from)) : []
}

function edit({ text }: Source, { offset, length }: Node, renaming: Renaming): Edit {
  return { offset, length, content: text.slice(offset, offset + length).replace(nameIn(renaming), renaming.to) }
}

const valueIn = (node: Node | undefined, key: string): Node | undefined =>
  node?.children?.find(({ children }) => children?.[0]?.value === key)?.children?.[1]

const keysIn = (line: Node, name: string): Node[] =>
  (line.children ?? []).flatMap(({ children }) => (children?.[0]?.value === name ? [children[0]] : []))

/** Cells of choices of the dictionary, those of lines included. */
function codesIn(cell: Node, field: Field | undefined, renaming: Renaming): Node[] {
  if (field?.dictionary === renaming.owner && cell.value === renaming.from) return [cell]
  if (field?.fields === undefined) return []
  return (cell.children ?? []).flatMap((line) =>
    Object.values(field.fields!).flatMap((inner) => {
      const value = valueIn(line, inner.name)
      return value === undefined ? [] : codesIn(value, inner, renaming)
    }),
  )
}

const textsIn = (node: Node): Node[] => (node.type === 'string' ? [node] : (node.children ?? []).flatMap(textsIn))
