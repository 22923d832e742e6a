// Limits the non-null assertions of each room: better a type, or a lookup that fails with a name.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { childrenOf, programOf, sourcesIn, type SyntaxNode } from './syntax'

/** How many each room has at most; to be lowered with every one that goes, never raised. */
const most: Readonly<Record<string, number>> = {
  browser: 2,
  client: 6,
  'manifest/1-read': 16,
  'manifest/2-declare': 2,
  'manifest/3-resolve': 54,
  'manifest/4-check': 7,
  'manifest/5-derive': 1,
  'manifest/6-warn': 3,
  'manifest/access': 6,
  'manifest/context': 1,
  'manifest/expression': 23,
  'manifest/fieldTypes': 9,
  'manifest/json': 5,
  'manifest/language': 1,
  protocol: 1,
  'server/auth': 3,
  'server/boot': 30,
  'server/context': 2,
  'server/database': 2,
  'server/endpoints': 98,
  'server/files': 10,
  'server/http': 8,
  'server/integrations': 26,
  'server/jobs': 2,
  'server/migration': 11,
  'server/mutation': 54,
  'server/query': 51,
  'server/workers': 12,
  'ui/actions': 1,
  'ui/auth': 8,
  'ui/controls': 1,
  'ui/exchange': 2,
  'ui/feedback': 1,
  'ui/form': 17,
  'ui/inputs': 11,
  'ui/layout': 6,
  'ui/rules': 1,
  'ui/schedule': 10,
  'ui/screens': 75,
  'ui/table': 11,
  'ui/values': 3,
}

const split = ['manifest', 'server', 'ui']
const roomOf = (path: string): string => {
  const [, room, inner] = path.split('/') as [string, string, string]
  return split.includes(room) ? `${room}/${inner}` : room
}

function countIn(node: SyntaxNode): number {
  let count = node.type === 'TSNonNullExpression' ? 1 : 0
  for (const child of childrenOf(node)) count += countIn(child)
  return count
}

it('counts assertions wherever they stand', () => {
  expect(countIn(programOf('a.ts', 'const a = b!.c[d!]!\nif (!a != e) f(a! as G)'))).toBe(4)
})

it('no room has more non-null assertions than it had', () => {
  const counts = new Map<string, number>()
  for (const path of sourcesIn('src').filter((file) => /\.tsx?$/.test(file))) {
    const count = countIn(programOf(path, readFileSync(path, 'utf8')))
    if (count > 0) counts.set(roomOf(path), (counts.get(roomOf(path)) ?? 0) + count)
  }
  const over = [...counts].filter(([room, count]) => count > (most[room] ?? 0))
  expect(over.map(([room, count]) => `${room}: ${count}`)).toEqual([])
})
