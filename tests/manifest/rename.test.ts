// Is everything that names a thing found when it is renamed, and nothing that only has the same name?
import { describe, expect, it } from 'vitest'
import { renamed, type Renaming } from '../../scripts/rename/renaming'
import { compiledFixture, fixture } from './sources'

const sources = fixture()
const app = compiledFixture()
const own = (path: string, of: readonly { path: string; text: string }[] = sources) =>
  of.find((source) => source.path === path)!.text

describe('a renamed thing', () => {
  it.each<Renaming>([
    { kind: 'field', owner: 'loan', from: 'due', to: 'dueOn' },
    { kind: 'state', owner: 'book', from: 'lent', to: 'away' },
    { kind: 'transition', owner: 'loan', from: 'create', to: 'lend' },
    { kind: 'code', owner: 'genre', from: 'novel', to: 'fiction' },
    { kind: 'entity', owner: '', from: 'book', to: 'volume' },
    { kind: 'entity', owner: '', from: 'library', to: 'house' },
    { kind: 'screen', owner: '', from: '/lending/Loans', to: '/lending/Lent' },
  ])('has the new name in every place, and back the former: $kind $from', (renaming) => {
    const there = renamed(sources, app, renaming)
    const changed = there.sources.filter(({ text }, index) => text !== sources[index]!.text)
    expect(changed.length + there.moved.size).toBeGreaterThan(0)
    const back = renamed(there.sources, there.app, { ...renaming, from: renaming.to, to: renaming.from })
    const withoutFormer = (text: string) => {
      const { migration: _former, ...manifest } = JSON.parse(text) as Record<string, unknown>
      return manifest
    }
    for (const [index, { path, text }] of back.sources.entries()) {
      const former = sources[index]!
      expect(path).toBe(former.path)
      if (text !== former.text) expect(withoutFormer(text)).toEqual(withoutFormer(former.text))
    }
    const isKept = renaming.kind === 'transition' || renaming.kind === 'screen'
    if (isKept) expect(back.sources).toEqual(sources)
  })

  it('leaves what only has the same name', () => {
    const state = renamed(sources, app, { kind: 'state', owner: 'book', from: 'lent', to: 'away' })
    expect(own('lending/Books.screen.json', state.sources)).toContain("state in ['shelved', 'away']")
    expect(own('lending/Loans.screen.json', state.sources)).toBe(own('lending/Loans.screen.json'))
    const field = renamed(sources, app, { kind: 'field', owner: 'loan', from: 'due', to: 'dueOn' })
    expect(own('lending/Due.screen.json', field.sources)).toContain('"path": "/lending/Due"')
    expect(field.app.entities.loan!.migration.rename).toEqual({ due: 'dueOn' })
  })

  it('takes what records hold along', () => {
    const of = (renaming: Renaming) => renamed(sources, app, renaming).app
    const state = of({ kind: 'state', owner: 'book', from: 'lent', to: 'away' })
    expect(state.entities.book!.migration.states).toEqual({ lent: 'away' })
    const once = renamed(sources, app, { kind: 'entity', owner: '', from: 'book', to: 'volume' })
    expect(once.app.entities.volume!.migration.from).toEqual(['book'])
    const again = (to: string) =>
      renamed(once.sources, once.app, { kind: 'entity', owner: '', from: 'volume', to }).app.entities[to]!.migration
    expect(again('tome').from).toEqual(['book', 'volume'])
    expect(again('book').from).toEqual(['volume'])
    const code = of({ kind: 'code', owner: 'genre', from: 'novel', to: 'fiction' })
    expect(code.migration.codes.genre!.rename).toEqual({ novel: 'fiction' })
  })

  it.each<[Renaming, string]>([
    [{ kind: 'field', owner: 'book', from: 'titel', to: 'label' }, 'There is no field titel. Known: id, no, title'],
    [{ kind: 'entity', owner: '', from: 'book', to: 'loan' }, 'There is another entity loan.'],
    // Without `labelField` a field of this name is the label.
    [{ kind: 'field', owner: 'branch', from: 'name', to: 'title' }, 'the way'],
  ])('is refused where it cannot be: %o', (renaming, reason) =>
    expect(() => renamed(sources, app, renaming)).toThrow(reason),
  )
})
