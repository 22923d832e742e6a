// Guards against a bare `true` or `false` as the last argument, which is unreadable.
// Use a named option or a second function.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { childrenOf, isSyntaxNode, programOf, sourcesIn, type SyntaxNode } from './syntax'

/** Methods of the platform and of libraries, whose parameters are not ours to choose. */
const foreign: ReadonlySet<string> = new Set([
  ...['addEventListener', 'removeEventListener', 'getUint16', 'getUint32', 'createContext', 'useRef', 'useState'],
  ...['cache (sharp)', 'ondata (fflate)', 'release (pg)', 'resolve (Promise)', 'setEditable (Tiptap)'].map(
    (name) => name.split(' ')[0]!,
  ),
])

/** `setOpen(true)` reads as it is meant: a setter has one value. */
const isSetter = (name: string, given: number): boolean => given === 1 && /^set[A-Z]/.test(name)

/** The name of what is called: of `a.b!.c(d)` it is `c`. */
function calledName({ type, ...callee }: SyntaxNode): string {
  if (type === 'Identifier') return callee.name as string
  const inner = callee.property ?? callee.expression ?? callee.callee
  return isSyntaxNode(inner) ? calledName(inner) : type
}

const isBareBoolean = (argument: unknown): boolean =>
  isSyntaxNode(argument) && argument.type === 'Literal' && typeof argument.value === 'boolean'

/** What is called with a bare boolean at the end, as `name/arguments`. */
function* bareCallsIn(node: SyntaxNode): Generator<string> {
  const given = node.arguments as readonly unknown[] | undefined
  if (node.type === 'CallExpression' && isBareBoolean(given?.at(-1))) {
    const name = calledName(node.callee as SyntaxNode)
    if (!foreign.has(name) && !isSetter(name, given!.length)) yield `${name}/${given!.length}`
  }
  for (const child of childrenOf(node)) yield* bareCallsIn(child)
}

const bareCalls = sourcesIn('src')
  .filter((path) => /\.tsx?$/.test(path))
  .flatMap((path) => [...bareCallsIn(programOf(path, readFileSync(path, 'utf8')))].map((call) => ({ path, call })))

it('sees a bare boolean wherever a function of ours is called', () => {
  const text =
    'a(1, true); b.c!(false); setOpen(true); setRows([], true); d.addEventListener("e", f, true); g(true, 1); h({ i: true })'
  expect([...bareCallsIn(programOf('a.ts', text))]).toEqual(['a/2', 'c/1', 'setRows/2'])
})

it('no call of several arguments ends in one', () => {
  expect(bareCalls.filter(({ call }) => !call.endsWith('/1')).map(({ path, call }) => `${path} ${call}`)).toEqual([])
})

it('few calls have nothing else: at most those that close, end or answer', () => {
  expect(bareCalls.filter(({ call }) => call.endsWith('/1')).length).toBeLessThanOrEqual(15)
})
