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
  const { kind, owner, from } = renaming
  const found: Node[] = []
  if (kind === 'entity' && entity.value === from) found.push(entity)
  const held = holders.filter((holder) => holder.entity === entity.value)
  if (held.some(({ lines }) => lines === undefined)) found.push(...columns.filter(({ value }) => value === from))
  const fields = app.entities[String(entity.value)]?.fields ?? {}
  for (const row of rows)
    for (const [index, cell] of (row.children ?? []).entries()) {
      const name = String(columns[index]?.value)
      if (kind === 'state' && entity.value === owner && name === 'state' && cell.value === from) found.push(cell)
      if (held.some(({ lines }) => lines === name))
        found.push(...(cell.children ?? []).flatMap((line) => keysIn(line, from)))
      if (kind === 'code' || kind === 'permission') found.push(...codesIn(cell, fields[name], renaming))
      if (kind === 'screen')
        found.push(...textsIn(cell).filter((node) => nameIn(renaming).test(`${JSON.stringify(node.value)}`)))
    }
  return found.length === 0
    ? source
    : {
        ...source,
        text: applyEdits(
          source.text,
          found.map((node) => edit(source, node, renaming)),
        ),
      }
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
