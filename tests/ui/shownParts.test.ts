// Is what cannot be done no button? Entries that nobody may open, cards of which no more come, a target of nothing.
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRuntime, RuntimeProvider, type Runtime } from '../../src/client/context/clientContext'
import { memoryCookies } from '../../src/client/session/cookies'
import type { Entry } from '../../src/ui/schedule/entries'
import { MoreCards } from '../../src/ui/screens/board/BoardLane'
import { EntryButton } from '../../src/ui/screens/calendar/EntryButton'
import { FigureTarget } from '../../src/ui/screens/dashboard/figures/FigureTarget'
import { compiledBindery } from '../manifest/sources'
import { formTexts } from '../pageTexts'
import { createFixture } from './fixture'

let runtime: Runtime
beforeAll(async () => {
  const { entry, transport } = createFixture(compiledBindery(), 1)
  runtime = createRuntime(entry, transport, memoryCookies())
  await runtime.language.begin()
})
const drawn = (element: ReactElement) =>
  renderToStaticMarkup(createElement(RuntimeProvider, { value: runtime }, element))

describe('an entry of a calendar', () => {
  const entry = { title: 'Candide', when: '10:00', details: [], color: 'neutral' } as unknown as Entry
  it('is a button for those who may open its record, and its text for the others', () => {
    const [open, closed] = [() => undefined, undefined].map((onOpen) =>
      drawn(createElement(EntryButton, { entry, onOpen })),
    )
    expect([open, closed].map((markup) => markup!.includes('<button'))).toEqual([true, false])
    expect(closed).toContain('Candide')
  })
})

describe('a lane that does not hold all of its cards', () => {
  it('loads more, and where it loads no more says so', () => {
    const [more, rest] = [() => undefined, undefined].map((next) => drawn(createElement(MoreCards, { more: next })))
    expect(more).toContain(formTexts.loadMore.zh)
    expect(rest).not.toContain('<button')
    expect(rest).toContain(formTexts.notEverything.zh)
  })
})

describe('a target', () => {
  const target = (value: string) => drawn(createElement(FigureTarget, { value: '5', target: value, text: value }))
  it('says what part of it is reached, and nothing where it is nothing', () => {
    expect(target('10')).toContain('50%')
    expect(target('0')).toBe('')
  })
})
