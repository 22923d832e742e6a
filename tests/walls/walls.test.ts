// Do the walls stand? Imports point one way, no file of src/ speaks of the business, no file grows without notice.
import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSchemas } from '../whole/schemas'
import { findCircle, importsOf, isNode } from './imports'

/** Which rooms may a room import, and which packages never? */
const walls: Readonly<Record<string, { readonly rooms: readonly string[]; readonly never: RegExp }>> = {
  // The language itself is read from its schemas.
  manifest: {
    rooms: ['manifest', 'language'],
    never: /^(react|antd|@formily|@ant-design|fastify|pg|axios|zustand|i18next)/,
  },
  protocol: { rooms: ['protocol', 'manifest'], never: /^(react|antd|@formily|@ant-design|fastify|pg)/ },
  server: { rooms: ['server', 'protocol', 'manifest'], never: /^(react|antd|@formily|@ant-design|axios|zustand)/ },
  runtime: { rooms: ['runtime', 'protocol', 'manifest'], never: /^(antd|@formily|@ant-design|fastify|pg)/ },
  ui: { rooms: ['ui', 'runtime', 'protocol', 'manifest'], never: /^(fastify|pg)/ },
  browser: { rooms: ['browser', 'ui', 'runtime', 'protocol', 'manifest'], never: /^(fastify|pg)/ },
}
const imports = importsOf('src')
const read = (file: string) => readFileSync(file, 'utf8')
const room = (file: string) => file.split('/')[1]!
const files = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs|css|html)$/.test(entry.name))
    .map((entry) => relative('.', join(entry.parentPath, entry.name)))
const source = files('src').filter((file) => !file.includes('/generated/'))

describe('the walls', () => {
  it('imports point one way', () => {
    expect(imports.length).toBeGreaterThan(500)
    const wrong = imports.filter(({ from, to, outside }) =>
      outside ? walls[room(from)]!.never.test(to) : !walls[room(from)]!.rooms.includes(room(to)),
    )
    expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
  })

  it('the server calls out through one module only', () => {
    const callers = source.filter(
      (file) =>
        file.startsWith('src/server/') &&
        (/import \{[^}]*\brequest\b[^}]*\} from 'node:https?'/.test(read(file)) ||
          (/from '(node:(net|tls|http2)|undici|ws)'/.test(read(file)) &&
            /\b(connect|createConnection)\b/.test(read(file))) ||
          /(?<![\w.'"]|async )fetch\(/.test(read(file))),
    )
    expect(callers).toEqual(['src/server/outgoing/outgoing.ts'])
  })

  it('the core and the browser know no Node', () => {
    const wrong = imports.filter(({ from, to, outside }) => outside && isNode(to) && room(from) !== 'server')
    expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
  })

  it('no walk turns back on itself', () => {
    // A rule holds fields, a field may hold a rule or an aggregate, which hold rules: the translation is as recursive as what it translates.
    const translation = /^src\/server\/plan\/(rule|name|function|field|aggregate|grouped)-sql\.ts$/
    expect(
      findCircle(imports.filter(({ from, to }) => !(translation.test(from) && translation.test(to)))),
    ).toBeUndefined()
  })

  it('no file of src/ names an entity, a route or a permission code of schemas/', () => {
    const app = readSchemas()
    // Words of the language itself or of the components, which the business uses as well.
    const language = new Set([
      'log',
      'message',
      'role',
      'order',
      'store',
      'task',
      'system',
      'content',
      'follow',
      'transfer',
      'contract',
      'article',
      'refund',
      'placement',
    ])
    const words = [
      ...Object.keys(app.access.codes).filter((code) => code !== app.access.administrator),
      ...Object.keys(app.screens).filter((path) => path.split('/').length > 2),
      ...Object.keys(app.entities).filter((name) => !language.has(name)),
    ]
    const pattern = new RegExp(
      `(?<![\\w/])(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|')})(?![\\w])`,
    )
    const found = source.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1} ${pattern.exec(line)?.[1]}`] : [])),
    )
    expect(found).toEqual([])
  })

  it('no file of src/ and scripts/ passes 300 lines', () => {
    const long = [...source, ...files('scripts')]
      .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length }))
      .filter(({ lines }) => lines > 300)
    expect(long).toEqual([])
  })

  it('nothing in the browser makes code from text', () => {
    const found = source.filter((file) => /\beval\(|new Function\(/.test(readFileSync(file, 'utf8')))
    expect(found).toEqual([])
  })
})
