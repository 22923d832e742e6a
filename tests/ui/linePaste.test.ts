// Proves that a pasted reference reaches its line, and that one that cannot be looked up is named.
import { createElement } from 'react'
import type { ClipboardEvent } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CallError } from '../../src/client/feedback/callError'
import type { Runtime } from '../../src/client/context/clientContext'
import { InputContext, type InputContextValue } from '../../src/ui/inputs/base/inputContext'
import type { Line } from '../../src/ui/inputs/lineModel/editLines'
import { useLineKeys } from '../../src/ui/inputs/lines/editing/useLineKeys'
import { useLinePaste } from '../../src/ui/inputs/lines/editing/useLinePaste'
import type { LineContext, Lines } from '../../src/ui/inputs/lines/editing/useLines'
import { compiledBindery } from '../manifest/sources'
import { drawOn, signedIn } from './drawnPage'
import { createFixture } from './fixture'

beforeEach(() => {
  vi.stubGlobal('document', { activeElement: null })
  vi.stubGlobal('Element', class {})
  vi.stubGlobal('HTMLElement', class {})
})
afterEach(() => void vi.unstubAllGlobals())

const app = compiledBindery()
const keeper = app.entities.reader!.fields.keeper!
const surroundings = {
  dictionaries: app.dictionaries,
  zone: 'UTC',
} as Partial<InputContextValue> as InputContextValue

/** Pastes names into new lines; `find` answers later. */
function pasteName(runtime: Runtime, find: (words?: string) => Promise<unknown>, text = 'Mei\nLin') {
  const latest: { current: readonly Line[] } = { current: [] }
  let paste: (event: ClipboardEvent) => void
  function Table(): null {
    const keys = useLineKeys()
    const onCell = (at: number, name: string, cell: unknown) => {
      latest.current = latest.current.map((line, index) => (index === at ? { ...line, [name]: cell } : line))
    }
    const set = (lines: readonly Line[]) => void (latest.current = lines)
    const lines = { latest, keys, onCell, grow: set, filled: () => latest.current, fresh: () => ({}) }
    const context = { optionSource: () => ({ find }) } as unknown as LineContext
    paste = useLinePaste({ lines: lines as Partial<Lines> as Lines, context, columns: [keeper], maxLines: 9 }).onPaste
    return null
  }
  drawOn(runtime, () => createElement(InputContext.Provider, { value: surroundings }, createElement(Table)))
  paste!({
    clipboardData: { getData: () => text },
    preventDefault: () => undefined,
    target: null,
  } as unknown as ClipboardEvent)
  return latest
}

it('follows its line when one before it is removed, and is nowhere when its own is', async () => {
  const found: ((answer: object) => void)[] = []
  const runtime = await signedIn(createFixture(app, 1))
  const latest = pasteName(runtime, () => new Promise((resolve) => found.push(resolve)))
  const blank = { remark: 'another' }
  latest.current = [blank, latest.current[1]!]
  for (const [index, label] of ['Mei', 'Lin'].entries()) found[index]!({ options: [{ id: index + 1, label }] })
  await expect.poll(() => latest.current).toEqual([blank, { keeper: { id: 2, label: 'Lin' } }])
})

it('that is not looked up leaves an empty cell and a warning', async () => {
  const runtime = await signedIn(createFixture(app, 1))
  const say = vi.spyOn(runtime.notifications, 'say')
  const latest = pasteName(runtime, () => Promise.reject(new CallError({ kind: 'offline' }, runtime.translator())))
  await expect.poll(() => say.mock.calls).toEqual([['warning', expect.stringContaining('Mei')]])
  expect(latest.current).toEqual([{ keeper: null }, { keeper: null }])
})

it('takes a name that several records have only with what tells them apart', async () => {
  const runtime = await signedIn(createFixture(app, 1))
  const say = vi.spyOn(runtime.notifications, 'say')
  const asked: string[] = []
  const two = [
    { id: 1, label: 'Mei', hint: 'R1' },
    { id: 2, label: 'Mei', hint: 'R2' },
  ]
  const latest = pasteName(
    runtime,
    (words?: string) => {
      asked.push(String(words))
      return Promise.resolve({ options: words === 'Mei' ? two : two.slice(1) })
    },
    'Mei\nMei · R2',
  )
  await expect.poll(() => say.mock.calls).toEqual([['warning', expect.stringContaining('Mei')]])
  expect(asked).toEqual(['Mei', 'Mei R2'])
  expect(latest.current).toEqual([{ keeper: null }, { keeper: { id: 2, label: 'Mei' } }])
})
