// Reads the import graph of src/ from the import lines; type imports count too.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { programOf, type SyntaxNode } from './syntax'

export interface Import {
  readonly from: string
  readonly to: string
  /** Nothing of it is left at run time. */ readonly typeOnly: boolean
  readonly outside: boolean
}

const statement =
  /^\s*(?:import|export)\s+(type\s)?[^'"]*?\sfrom\s+['"]([^'"]+)['"]|^\s*import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm

/** Every import of every file below a folder; a file of ours by its path, others by their package. */
export function importsOf(folder: string): Import[] {
  return sourceFiles(folder).flatMap((from) =>
    [...readFileSync(from, 'utf8').matchAll(statement)].map(([, type, named, bare, lazy]) => {
      const name = (named ?? bare ?? lazy)!
      return name.startsWith('.')
        ? {
            from,
            to: resolveFile(join(dirname(from), name), type !== undefined),
            typeOnly: type !== undefined,
            outside: false,
          }
        : { from, to: name, typeOnly: type !== undefined, outside: true }
    }),
  )
}

/** What one file takes of another by name; `*` for a whole module, also at run time. */
export interface NamedImport {
  readonly from: string
  readonly to: string
  readonly name: string
}

/** Every name that the files below a folder import of ours. */
export function namedImportsOf(folder: string): NamedImport[] {
  return sourceFiles(folder).flatMap((from) => {
    const text = readFileSync(from, 'utf8')
    const lazy = [...text.matchAll(/\bimport\(\s*'(\.[^']+)'\s*\)/g)].map(([, name]) => ({ name: name!, of: ['*'] }))
    const statements = programOf(from, text).body as SyntaxNode[]
    const written = statements.flatMap(({ source, specifiers }) => {
      const name = (source as { value: string } | null | undefined)?.value
      return name?.startsWith('.')
        ? [{ name, of: (specifiers as SyntaxNode[] | undefined)?.map(importedName) ?? ['*'] }]
        : []
    })
    return [...written, ...lazy].flatMap(({ name: path, of }) => {
      const to = resolveFile(join(dirname(from), path), true)
      return of.map((name) => ({ from, to, name }))
    })
  })
}

/** What the files below a folder import of ours, as `path#name`. */
export const importedNames = (folder: string): string[] => namedImportsOf(folder).map(({ to, name }) => `${to}#${name}`)

/** The name under which a module exports what a specifier takes of it. */
function importedName({ type, imported, local }: SyntaxNode): string {
  if (type === 'ImportNamespaceSpecifier') return '*'
  return type === 'ImportDefaultSpecifier' ? 'default' : ((imported ?? local) as { name: string }).name
}

export function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx)$/.test(entry.name) && !entry.parentPath.includes('node_modules'))
    .map((entry) => relative('.', join(entry.parentPath, entry.name)))
}

export const isNode = (name: string) => name.startsWith('node:') || builtinModules.includes(name)

/** A type may come from a file that is generated only where it is checked. */
function resolveFile(path: string, typeOnly: boolean): string {
  const found = [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`, `${path}/index.tsx`].find(
    (one) => /\.\w+$/.test(one) && existsSync(one),
  )
  if (!found && typeOnly) return relative('.', path)
  if (!found) throw new Error(`An import leads to ${path}, which is not there.`)
  return relative('.', found)
}
