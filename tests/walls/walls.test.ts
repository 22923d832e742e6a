// Guards src/:
// imports point one way, no file contains words of the business, and no file grows unnoticed.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSchemas } from '../whole/schemas'
import { importsOf, isNode } from './imports'
import { sourcesIn, wordsIn } from './syntax'

const imports = importsOf('src')
const read = (file: string) => readFileSync(file, 'utf8')
const room = (file: string) => file.split('/')[1]!
const source = sourcesIn('src').filter((file) => file !== 'src/manifest/language/generated.ts')

describe('the walls', () => {
  it('the server calls out through one module only', () => {
    const callers = source.filter(
      (file) =>
        file.startsWith('src/server/') &&
        (/import \{[^}]*\brequest\b[^}]*\} from 'node:https?'/.test(read(file)) ||
          (/from '(node:(net|tls|http2)|undici|ws)'/.test(read(file)) &&
            /\b(connect|createConnection)\b/.test(read(file))) ||
          /(?<![\w.'"]|async )fetch\(/.test(read(file))),
    )
    expect(callers).toEqual(['src/server/egress/httpEgress.ts'])
  })

  it('the core and the browser know no Node', () => {
    const wrong = imports.filter(({ from, to, outside }) => outside && isNode(to) && room(from) !== 'server')
    expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
  })

  it('a class that the page takes from a style sheet is in it', () => {
    const missing = source.flatMap((file) => {
      const text = read(file)
      return [...text.matchAll(/^import (\w+) from '(\..*\.module\.css)'$/gm)].flatMap(([whole, styles, sheet]) => {
        const css = read(join(dirname(file), sheet!))
        const classes = [...text.replaceAll(whole, '').matchAll(new RegExp(`(?<![\\w.'])${styles}\\.(\\w+)`, 'g'))]
        return classes.flatMap(([, name]) => (new RegExp(`\\.${name}\\b`).test(css) ? [] : [`${file} ${name}`]))
      })
    })
    expect(missing).toEqual([])
  })

  it('no file of src/ names an entity, a route or a permission code of schemas/', () => {
    const app = readSchemas()
    // Words of the language itself, of the components or of standard headers, which the business uses as well.
    const language = new Set([
      'audit',
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
      'webhook',
    ])
    const words = [
      ...Object.keys(app.access.permissions).filter((code) => code !== app.access.administratorPermission),
      ...Object.keys(app.screens).filter((path) => path.split('/').length > 2),
      ...Object.keys(app.entities).filter((name) => !language.has(name)),
    ]
    const pattern = new RegExp(
      `(?<![\\w/])(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|')})(?![\\w])`,
    )
    const found = source.flatMap((file) =>
      wordsIn(file).flatMap(({ line, text }) =>
        pattern.test(text) ? [`${file}:${line} ${pattern.exec(text)?.[1]}`] : [],
      ),
    )
    expect(found).toEqual([])
  })

  it('reads names and strings of every kind, and no comments', () => {
    const code = "// loan\nconst loan = { loaned: 'a loan' } /* loan */\nconst text = `x ${loan}`"
    expect(wordsIn('x.ts', code)).toEqual([
      { line: 2, text: 'loan' },
      { line: 2, text: 'loaned' },
      { line: 2, text: 'a loan' },
      { line: 3, text: 'text' },
      { line: 3, text: 'x ' },
      { line: 3, text: '' },
      { line: 3, text: 'loan' },
    ])
    expect(
      wordsIn('x.tsx', '// loan\nexport const element = <Loan title="loan">one loan</Loan>').map(({ text }) => text),
    ).toEqual(['element', 'Loan', 'title', 'loan', 'one loan', 'Loan'])
    expect(wordsIn('x.css', '/* loan\n */ .loan {}')).toEqual([
      { line: 1, text: '       ' },
      { line: 2, text: '    .loan {}' },
    ])
  })

  it('no file of src/ and scripts/ passes 300 lines', () => {
    const long = [...source, ...sourcesIn('scripts')]
      .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length }))
      .filter(({ lines }) => lines > 300)
    expect(long).toEqual([])
  })

  it.each(['src', 'scripts'])('half of the files of %s have at most 100 lines', (folder) => {
    const lengths = sourcesIn(folder)
      .map((file) => read(file).split('\n').length - 1)
      .sort((a, b) => a - b)
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(100)
  })

  it('no decision of src/ asks for one of the languages that a product may have', () => {
    const compared = /[!=]==? *['"](?:zh|en)\b|['"](?:zh|en)(?:-\w+)?['"] *[!=]==?|case ['"](?:zh|en)\b/
    expect(source.filter((file) => compared.test(read(file)))).toEqual([])
  })

  it('nothing in the browser makes code from text', () => {
    const found = source.filter((file) => /\beval\(|new Function\(/.test(readFileSync(file, 'utf8')))
    expect(found).toEqual([])
  })
})
