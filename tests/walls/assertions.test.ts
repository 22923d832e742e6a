// Bounds the non-null assertions of each room: better a type, or a look-up that fails by name.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { childrenOf, programOf, sourcesIn, type SyntaxNode } from './syntax'

/** How many each room has at most; to be lowered with every one that goes, never raised. */
const most: Readonly<Record<string, number>> = {
  browser: 2,
  client: 11,
  'manifest/1-read': 18,
  'manifest/2-declare': 2,
  'manifest/3-resolve': 60,
  'manifest/4-check': 10,
  'manifest/5-derive': 2,
  'manifest/6-warn': 5,
  'manifest/access': 12,
  'manifest/context': 2,
  'manifest/expression': 31,
  'manifest/fieldTypes': 9,
  'manifest/json': 5,
  'manifest/language': 1,
  'manifest/model': 2,
  'manifest/problems': 2,
  protocol: 1,
  'server/auth': 4,
  'server/boot': 35,
  'server/context': 3,
  'server/database': 9,
  'server/egress': 2,
  'server/endpoints': 137,
  'server/files': 10,
  'server/http': 10,
  'server/integrations': 33,
  'server/jobs': 5,
  'server/migration': 21,
  'server/mutation': 91,
  'server/query': 102,
  'server/workers': 15,
  'ui/actions': 1,
  'ui/auth': 8,
  'ui/controls': 1,
  'ui/exchange': 2,
  'ui/feedback': 1,
  'ui/form': 22,
  'ui/inputs': 13,
  'ui/layout': 7,
  'ui/rules': 1,
  'ui/schedule': 10,
  'ui/screens': 86,
  'ui/table': 14,
  'ui/values': 4,
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
