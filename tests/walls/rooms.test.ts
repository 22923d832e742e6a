// Guards the rooms of src/: imports follow the table, there are no cycles, and no folder is too
// large.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importsOf } from './imports'
import { circlesOf, isForbidden, rooms } from './rooms'

/** Packages that a room never uses. */
const never: Readonly<Record<string, RegExp>> = {
  manifest: /^(react|antd|@formily|@ant-design|fastify|pg|axios|zustand|i18next)/,
  protocol: /^(react|antd|@formily|@ant-design|fastify|pg)/,
  server: /^(react|antd|@formily|@ant-design|axios|zustand)/,
  client: /^(antd|@formily|@ant-design|fastify|pg)/,
  ui: /^(fastify|pg)/,
  browser: /^(fastify|pg)/,
}

const imports = importsOf('src')
const arrows = imports.filter(({ to, outside }) => !outside && to.startsWith('src/'))
const folders = (folder: string): string[] => [
  folder,
  ...readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap((entry) => folders(join(folder, entry.name))),
]

describe('the rooms of src/', () => {
  it('import only what the table names', () => {
    expect(arrows.length).toBeGreaterThan(1_000)
    const forbidden = arrows.filter(isForbidden).map(({ from, to }) => `${from} -> ${to}`)
    expect([...new Set(forbidden)].sort()).toEqual([])
  })

  it('never lead back to themselves: neither files nor folders, type imports included', () => {
    expect(circlesOf(arrows)).toEqual([])
  })

  it('hold at most 15 entries each', () => {
    const crowded = folders('src')
      .map((folder) => ({ folder, entries: readdirSync(folder).length }))
      .filter(({ entries }) => entries > 15)
    expect(crowded).toEqual([])
  })

  it('use no package of another room', () => {
    const wrong = imports.filter(({ from, to, outside }) => outside && never[from.split('/')[1]!]!.test(to))
    expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
  })

  it('read nothing beside src/ but the schemas of the manifest language', () => {
    const wrong = imports.filter(
      ({ from, to, outside }) =>
        !outside &&
        !to.startsWith('src/') &&
        !(from.startsWith('src/manifest/language/') && to.startsWith('schemas/language/')),
    )
    expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
  })

  it('are all in the table, and the table names no other', () => {
    for (const [folder, table] of Object.entries(rooms)) {
      const inside = readdirSync(folder, { withFileTypes: true })
      const missing = inside.filter((entry) => entry.isDirectory() && !(entry.name in table))
      expect(missing.map(({ name }) => `${folder}/${name}`)).toEqual([])
      const names = new Set([...Object.keys(table), ...Object.values(table).flat()])
      const unknown = [...names].filter(
        (name) => !['', '.ts', '.tsx'].some((end) => existsSync(join(folder, name + end))),
      )
      expect(unknown.map((name) => `${folder}/${name}`)).toEqual([])
    }
  })
})

describe('the wall', () => {
  it('is seen where it stands', () => {
    const at = (from: string, to: string) => isForbidden({ from, to })
    expect(at('src/server/query/list/a.ts', 'src/server/mutation/b.ts')).toBe(true)
    expect(at('src/server/mutation/b.ts', 'src/server/query/list/a.ts')).toBe(false)
    expect(at('src/client/data/a.ts', 'src/ui/table/b.ts')).toBe(true)
    expect(at('src/ui/screens/record/a.tsx', 'src/ui/screens/list/b.tsx')).toBe(true)
    expect(at('src/manifest/expression/values/a.ts', 'src/manifest/expression/parse.ts')).toBe(true)
    expect(at('src/manifest/expression/parse.ts', 'src/manifest/expression/values/a.ts')).toBe(false)
  })

  it('finds a circle of files and one of folders', () => {
    const circle = (...pairs: [string, string][]) => circlesOf(pairs.map(([from, to]) => ({ from, to })))
    expect(circle(['src/a/x.ts', 'src/a/y.ts'], ['src/a/y.ts', 'src/a/x.ts'])).toEqual(['src/a: x y'])
    expect(circle(['src/a/x.ts', 'src/b/y.ts'], ['src/b/z.ts', 'src/a/w.ts'])).toEqual(['src: a b'])
    expect(circle(['src/a/x.ts', 'src/b/y.ts'], ['src/a/x.ts', 'src/c/y.ts'], ['src/b/y.ts', 'src/c/y.ts'])).toEqual([])
  })
})
