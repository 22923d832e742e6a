// Proves who may open, read and run what, and where menu and routes lead, by the codes of a role
// and changes of access.json.
import { describe, expect, it } from 'vitest'
import { effectiveCodes, canOpen, canRead, canRun, type CallerRights } from '../../src/manifest/access/permissions'
import { menu, routes } from '../../src/manifest/access/navigation'
import { compiledFixture, fixture } from './sources'

const app = compiledFixture()
const now = new Date('2024-05-06T07:08:09Z')
const holder = (codes: string[], tenant: Record<string, unknown>) =>
  effectiveCodes(app, codes, { me: { id: 7 }, tenant: { id: 1, ...tenant } }, now)
const rights = (codes: string[], more: Partial<CallerRights> = {}): CallerRights => ({
  codes: new Set(codes),
  administrator: codes.includes('admin'),
  disabled: new Set(),
  ...more,
})
const screen = (path: string) => app.screens[path]!
const run = (entity: string, transition: string, caller: CallerRights) =>
  canRun(app, caller, app.entities[entity]!.transitions[transition]!)

describe('effective codes', () => {
  it('lose and gain by the tenant', () => {
    expect([...holder(['loans', 'loanFine'], { fines: true, code: 'L02' }).codes]).toEqual(['loans', 'loanFine'])
    expect([...holder(['loans', 'loanFine'], { fines: false, code: 'L01' }).codes]).toEqual(['loans', 'figures'])
  })

  it('say why a code was taken away, from an account that had it', () => {
    expect(holder(['loanFine'], { fines: false }).reasons.get('loanFine')).toEqual({
      zh: '本馆不收罚款',
      en: 'This library takes no fines',
    })
    expect(holder(['loans'], { fines: false }).reasons.size).toBe(0)
  })

  it('change in the written order', () => {
    const access = JSON.parse(fixture().find((source) => source.path === 'access.json')!.text) as {
      permissionChanges: object[]
    }
    access.permissionChanges = [
      { remove: ['books'], refusalMessage: ['一', 'One'] },
      { add: ['books'], when: 'me.id != null' },
      { add: ['figures'], when: 'tenant.fines' },
      { remove: ['figures'] },
    ]
    const changed = compiledFixture([{ path: 'access.json', text: JSON.stringify(access) }])
    const { codes, reasons } = effectiveCodes(changed, ['books'], { me: { id: 1 }, tenant: { fines: true } }, now)
    expect([[...codes], reasons.size]).toEqual([['books'], 0])
  })
})

describe('screens', () => {
  it('need a code of their own and one of their module', () => {
    expect(canOpen(app, rights(['lending', 'books']), screen('/lending/Books'))).toBe(true)
    expect(canOpen(app, rights(['books']), screen('/lending/Books'))).toBe(false)
    expect(canOpen(app, rights(['lending']), screen('/lending/Books'))).toBe(false)
  })

  it('of no code are for everybody who signed in', () => {
    expect(canOpen(app, rights([]), screen('/desk'))).toBe(true)
    expect(canOpen(app, rights([], { me: {} }), screen('/desk'))).toBe(false)
  })

  it('that are public are for everybody', () =>
    expect(canOpen(app, rights([], { me: {} }), screen('/login'))).toBe(true))

  it('are all open to the administrator, but what is switched off', () => {
    expect(Object.values(app.screens).every((one) => canOpen(app, rights(['admin']), one))).toBe(true)
    expect(canOpen(app, rights(['admin'], { disabled: new Set(['/lending/Books']) }), screen('/lending/Books'))).toBe(
      false,
    )
    expect(
      canOpen(app, rights(['lending', 'loans'], { disabled: new Set(['/lending']) }), screen('/lending/Loans')),
    ).toBe(false)
  })
})

describe('records', () => {
  it('are read by the codes of their entity', () => {
    expect(canRead(app, rights(['loans']), app.entities.loan!)).toBe(true)
    expect(canRead(app, rights(['lending']), app.entities.loan!)).toBe(false)
    expect(canRead(app, rights([]), app.entities.branch!)).toBe(true)
    expect(canRead(app, rights([], { me: {} }), app.entities.branch!)).toBe(false)
    expect(canRead(app, rights(['admin']), app.entities.entry!)).toBe(true)
  })
})

describe('transitions', () => {
  it('need any one of their codes', () => {
    expect(run('loan', 'create', rights(['loans']))).toBe(true)
    expect(run('loan', 'create', rights(['books']))).toBe(false)
    expect(run('account', 'edit', rights([]))).toBe(true)
  })

  it("of the system are nobody else's", () => {
    expect(run('book', 'lend', rights(['admin']))).toBe(false)
    expect(run('book', 'lend', rights([], { system: true }))).toBe(true)
    expect(run('book', 'edit', rights([], { system: true }))).toBe(false)
    expect(run('loan', 'lose', rights(['admin']))).toBe(true)
  })

  it('may be for some row scopes only', () => {
    const book = JSON.parse(fixture().find((source) => source.path === 'lending/book.entity.json')!.text) as {
      transitions: { edit: { rowScopes?: string[] } }
    }
    book.transitions.edit.rowScopes = ['unit', 'tenant']
    const { edit } = compiledFixture([{ path: 'lending/book.entity.json', text: JSON.stringify(book) }]).entities.book!
      .transitions
    expect((['self', 'unit'] as const).map((scope) => canRun(app, rights(['bookEdit'], { scope }), edit!))).toEqual([
      false,
      true,
    ])
    expect((['self', 'unit'] as const).map((scope) => canRun(app, rights(['admin'], { scope }), edit!))).toEqual([
      false,
      true,
    ])
  })
})

describe('menu', () => {
  it('holds what may be opened and is shown, in order', () => {
    const items = menu(app, rights(['lending', 'books']))
    expect(items.map((item) => item.path)).toEqual(['/portal', '/desk', '/lending'])
    expect(items[2]!.children!.map((item) => item.path)).toEqual(['/lending/Books', '/lending/Shelf'])
    expect(items[0]).toMatchObject({ href: 'https://example.org/', title: { zh: '读者门户', en: 'Reader portal' } })
  })

  it('has no empty module', () =>
    expect(menu(app, rights(['lending'])).map((item) => item.path)).toEqual(['/portal', '/desk']))
})

describe('routes', () => {
  it('are exactly what may be opened, and the modules that lead there', () => {
    expect(Object.keys(routes(app, rights(['lending', 'loans']))).sort()).toEqual([
      '/',
      '/desk',
      '/lending',
      '/lending/Due',
      '/lending/Loan',
      '/lending/Loans',
      '/lending/Returned',
      '/login',
      '/notices',
      '/portal',
    ])
  })

  it('of a module lead to the written screen, or the first that is permitted', () => {
    expect(routes(app, rights(['lending', 'books', 'loans']))['/lending']!.redirect).toBe('/lending/Books')
    expect(routes(app, rights(['lending', 'loans']))['/lending']!.redirect).toBe('/lending/Loans')
    expect(routes(app, rights(['lending']))['/lending']).toBeUndefined()
  })

  it('lead to no module that is only a menu', () => {
    const text = fixture()
      .find((source) => source.path === 'lending/module.json')!
      .text.replace('"redirect": "/lending/Books"', '"menuOnly": true')
    const changed = compiledFixture([{ path: 'lending/module.json', text }])
    expect(menu(changed, rights(['lending', 'books'])).map((item) => item.path)).toContain('/lending')
    expect(routes(changed, rights(['lending', 'books']))['/lending']).toBeUndefined()
  })

  it('carry what a router needs', () => {
    expect(routes(app, rights([]))['/desk']).toEqual({
      path: '/desk',
      module: 'people',
      title: { zh: '工作台', en: 'Desk' },
      icon: 'home',
      kind: 'dashboard',
      hidden: false,
      pinned: true,
      keep: false,
      autoLogin: false,
      layout: 'main',
    })
    expect(routes(app, rights([]))['/']!.redirect).toBe('/desk')
  })

  it('name the sections of a page that has several, for those who may see them', () => {
    const section = (zh: string, en: string, more: object = {}) => ({
      kind: 'text',
      title: [zh, en],
      text: [zh, en],
      ...more,
    })
    const blocks = [
      section('一', 'One'),
      section('二', 'Two', { permissions: ['books'] }),
      section('三', 'Three', { visibleWhen: 'me != null' }),
      section('四', 'Four'),
    ]
    const page = { path: '/me', title: ['我', 'Me'], kind: 'page', permissions: ['signed-in'], blocks }
    const changed = compiledFixture([{ path: 'people/Me.screen.json', text: JSON.stringify(page) }])
    const indexes = (...codes: string[]) => routes(changed, rights(codes))['/me']!.sections!.map(({ index }) => index)
    expect(indexes()).toEqual([0, 3])
    expect(indexes('books')).toEqual([0, 1, 3])
  })

  it('lead to 401 when nothing of the target may be opened', () => {
    const start = {
      path: 'people/Start.screen.json',
      text: JSON.stringify({ path: '/start', title: ['始', 'Start'], kind: 'redirect', redirect: '/lending/Books' }),
    }
    const changed = compiledFixture([start])
    expect(routes(changed, rights([]))['/start']!.redirect).toBe('/401')
    expect(routes(changed, rights(['lending', 'loans']))['/start']!.redirect).toBe('/lending/Loans')
  })
})
