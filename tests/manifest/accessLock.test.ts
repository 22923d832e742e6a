// Proves that every change of rights shows in access.lock, and no change of form. Makes single
// changes of the fixture.
import { describe, expect, it } from 'vitest'
import { accessLock } from '../../src/manifest/access/lock/accessLock'
import { lockDifference } from '../../src/manifest/access/lock/changes'
import { renamedLock } from '../../scripts/rename/lock'
import { renamed, type Renaming } from '../../scripts/rename/renaming'
import { compiledFixture, fixture } from './sources'

const before = accessLock(compiledFixture())

function changed(path: string, from: string, to: string): string[] {
  const { text } = fixture().find((source) => source.path === path)!
  expect(text).toContain(from)
  return lockDifference(before, accessLock(compiledFixture([{ path, text: text.replace(from, to) }])))
}

describe('access.lock', () => {
  it.each([
    ['a code', 'lending/loan.entity.json', '"permissions": ["loans"]', '"permissions": ["books"]', 'by books'],
    ['a check', 'lending/loan.entity.json', 'settings.loansPerReader', '100', '(vars.open < 100)'],
    [
      'what a check counts',
      'lending/loan.entity.json',
      'this.book.branch && rule.open',
      "this.book.branch && state == 'lost'",
      '"lost"',
    ],
    ['a named rule', 'lending/loan.entity.json', `"open": "state == 'lent'"`, `"open": "state == 'lost'"`, '"lost"'],
    ['four eyes', 'lending/loan.entity.json', '"fourEyes": "createdBy"', '"turn": false', '- not by its creator'],
    [
      'a row scope',
      'lending/loan.entity.json',
      '"unitFields": ["book.branch"], ',
      '',
      '+ self by createdBy; unit all of these rows',
    ],
    [
      'who sees it whole',
      'lending/loan.entity.json',
      '"unmasked": [3, 4]',
      '"unmasked": [3, 4], "unmaskPermissions": ["loans"]',
      'whole for loans',
    ],
    ['a mask', 'lending/loan.entity.json', '"unmasked": [3, 4]', '"unmasked": [3, 5]', 'but 3 and 5'],
    ['a condition', 'lending/book.entity.json', '"loanCount == 0"', '"loanCount >= 0"', '(loanCount >= 0)'],
    [
      'what may be chosen',
      'lending/loan.entity.json',
      `"optionsWhere": "state == 'shelved'"`,
      `"optionsWhere": "state != 'shelved'"`,
      '+ chooses book where (state != "shelved")',
    ],
    [
      'what a report counts',
      'lending/Figures.screen.json',
      '"sum": "loan.fine"',
      '"max": "loan.fine"',
      '+ measure fines is max of loan.fine',
    ],
    [
      'what is written into a field that not everybody reads',
      'lending/loan.entity.json',
      'input.waive ? 0',
      'input.waive ? 1',
      '+ sets fine to (input.waive ? 1',
    ],
    ['a permission change', 'access.json', '"when": "tenant.fines == false",', '', '- when (tenant.fines == false)'],
  ])('shows %s', (_, path, from, to, line) => expect(changed(path, from, to).join('\n')).toContain(line))

  it('names a figure by its title, wherever it stands', () => {
    const [path, figure] = [
      'people/Desk.screen.json',
      (title: string) => ({ title: [title, title], type: 'int', aggregate: { count: 'book' } }),
    ]
    const home = JSON.parse(fixture().find((source) => source.path === path)!.text) as { blocks: { kind: string }[] }
    const figures = (...titles: string[]) => {
      const blocks = [
        ...home.blocks.filter(({ kind }) => kind !== 'figures'),
        { kind: 'figures', figures: titles.map(figure) },
      ]
      return accessLock(compiledFixture([{ path, text: JSON.stringify({ ...home, blocks }) }]))
    }
    const difference = lockDifference(figures('a', 'b'), figures('new', 'a', 'b'))
    expect(difference).toEqual(['screen /desk', '  + block figures, figure new is count of book'])
  })

  it('shows one new permission change alone, and another order where it decides', () => {
    const path = 'access.json'
    const access = JSON.parse(fixture().find((source) => source.path === path)!.text) as { permissionChanges: object[] }
    const [given] = access.permissionChanges
    const lock = (...permissionChanges: object[]) =>
      accessLock(compiledFixture([{ path, text: JSON.stringify({ ...access, permissionChanges }) }]))
    const [adds, removes] = [{ add: ['books'], when: 'tenant.fines' }, { remove: ['books'] }]
    expect(lockDifference(lock(given!), lock(adds, given!))).toEqual([
      'permission change that adds books is new',
      '  + when tenant.fines',
    ])
    expect(lockDifference(lock(given!, adds), lock(adds, given!))).toEqual([])
    expect(lockDifference(lock(adds, removes), lock(removes, adds))).toEqual([
      'permission change that adds books',
      '  + after permission change that removes books',
      'permission change that removes books',
      '  - after permission change that adds books',
    ])
  })

  it('says of a changed first grant that it gives nothing where the code is known', () => {
    const path = 'lending/module.json'
    const { text } = fixture().find((source) => source.path === path)!
    const granting = (holder: string) => {
      const module = { ...(JSON.parse(text) as object), codes: { shelving: ['上架', 'Shelving'] } }
      return accessLock(
        compiledFixture([{ path, text: JSON.stringify({ ...module, grants: { shelving: [holder] } }) }]),
      )
    }
    const note =
      'where grants of the code were met already this gives and takes nothing: edit the roles, in the page of roles'
    expect(lockDifference(granting('books'), granting('loans'))).toEqual([
      'first grant shelving',
      '  - once, as a database first meets grants of the code, to roles that hold books',
      '  + once, as a database first meets grants of the code, to roles that hold loans',
      `  ${note}`,
    ])
    expect(lockDifference(before, granting('loans')).join('\n')).not.toContain(note)
  })

  it.each([
    ['blanks in a rule', 'lending/book.entity.json', '"loanCount == 0"', '"loanCount  ==  (0)"'],
    [
      'a name for a rule',
      'lending/loan.entity.json',
      'this.book.branch && rule.open',
      "this.book.branch && state == 'lent'",
    ],
    ['a title', 'lending/book.entity.json', '"Write off"', '"Strike off"'],
    ['the order of a list of fields', 'lending/loan.entity.json', '"form": ["marks"]', '"form": [ "marks" ]'],
  ])('does not show %s', (_, path, from, to) => expect(changed(path, from, to)).toEqual([]))
})

describe('access.lock under a new name', () => {
  const path = 'lending/loan.entity.json'
  const { text } = fixture().find((source) => source.path === path)!
  const opened = [{ path, text: text.replace('"permissions": ["loans"]', '"permissions": ["books"]') }]
  const renamings: readonly Renaming[] = [
    { kind: 'field', owner: 'loan', from: 'reader', to: 'borrower' },
    { kind: 'field', owner: 'loan', from: 'book', to: 'zine' },
    { kind: 'state', owner: 'book', from: 'lent', to: 'away' },
    { kind: 'transition', owner: 'loan', from: 'create', to: 'zeal' },
    { kind: 'permission', owner: 'permissions', from: 'loanFine', to: 'a_fine' },
    { kind: 'entity', owner: '', from: 'loan', to: 'aLoan' },
    { kind: 'screen', owner: '', from: '/lending/Loans', to: '/lending/Aloft' },
  ]

  it.each(renamings)('has it everywhere, and still no right that was not accepted: $kind $from', (renaming) => {
    const accepted = accessLock(renamed(fixture(), compiledFixture(), renaming).app)
    const widened = renamed(fixture(opened), compiledFixture(opened), renaming).app
    const lock = renamedLock(before, accessLock(compiledFixture(opened)), accessLock(widened), renaming)
    expect(accepted).not.toBe(before)
    expect(lock).toBe(accepted)
    expect(lockDifference(lock, accessLock(widened)).join('\n')).toContain('+ by books')
    expect(renamedLock(before, before, accepted, renaming)).toBe(accepted)
  })

  it('is not given to a line of which two could be meant', () => {
    const lock = (...rules: string[]) => ['# rights', '', 'entity loan', ...rules, ''].join('\n')
    const [renaming] = renamings
    const had = lock('  must hold max(a, reader, book, b)', '  must hold max(a, book, reader, b)', '  by loans')
    const has = lock('  must hold max(a, borrower, book, b)', '  must hold max(a, book, borrower, b)', '  by loans')
    const read = lock('  must hold max(a, reader, book, b)')
    expect(renamedLock(read, had, has, renaming!)).toBe(read)
  })
})
