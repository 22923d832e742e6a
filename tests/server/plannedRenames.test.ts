// Proves that the plan of a change reads declared renames as renames, not as losses.
import { expect, it } from 'vitest'
import { changedParts } from '../../src/manifest/access/parts/changedParts'
import type { App } from '../../src/manifest/model/app'
import { filledSections, linesWithoutData } from '../../src/server/migration/plan/planLines'
import { roleChanges } from '../../src/server/migration/plan/roleChanges'
import { sectionTexts } from '../../src/server/migration/plan/writePlan'
import { compiledFixture, fixture } from '../manifest/sources'

const old = compiledFixture()

/** The library after a change of the text of its files, with the path of each. */
function after(change: (text: string, path: string) => string): App {
  return compiledFixture(fixture().map(({ path, text }) => ({ path, text: change(text, path) })))
}

const desk = { role: 'desk', codes: ['loans', 'books', 'loanFine'], roles: 1 }

function planOf(next: App, before = old, held = [desk]): string {
  const roles = roleChanges(before, next, held, [])
  const change = { before, after: next, parts: changedParts(before, next), warnings: [] }
  return sectionTexts(filledSections(linesWithoutData(change, roles, [])), next.product, 'en').join('\n\n')
}

const migrating = (text: string, migration: object) =>
  text.replace(/^\{/, `{ "migration": ${JSON.stringify(migration)},`)

it('a field that is declared as renamed, with all that names it', () => {
  const plan = planOf(
    after((text, path) => {
      const named = text.replace(/\bfine\b/g, 'penalty')
      return path.endsWith('loan.entity.json') ? migrating(named, { rename: { fine: 'penalty' } }) : named
    }),
  )
  expect(plan).toContain(
    'Renamed, records keep their values\n  Lending: field “Fine” (penalty) of “Loan”, formerly fine',
  )
  expect(plan).not.toMatch(/^(Gone|New)$|action “|loses?:|gains?:/m)
})

it('a field of one entity, and not what changes at the same time from one field to another elsewhere', () => {
  const pair = { fine: { type: 'money', title: ['罚', 'Fine'] }, penalty: { type: 'money', title: ['款', 'Penalty'] } }
  const withPair = ({ path, text }: { path: string; text: string }, form: string) =>
    path.endsWith('book.entity.json')
      ? text
          .replace('"cover": {', `${JSON.stringify(pair).slice(1, -1)}, "cover": {`)
          .replace('"price < 100000"', `"price < 100000 && ${form} != 1"`)
          .replace('"price", "pages"]', `"price", "pages", "${form}"]`)
          .replace('price > 0 ? fines / price : 0', `${form} > 0 ? fines / ${form} : 0`)
      : text
  const built = (form: string, rename: (text: string, path: string) => string) =>
    compiledFixture(fixture().map((file) => ({ path: file.path, text: rename(withPair(file, form), file.path) })))
  const plan = planOf(
    built('penalty', (text, path) => {
      if (path.endsWith('book.entity.json')) return text.replaceAll('loan.fine', 'loan.penalty')
      const named = text.replace(/\bfine\b/g, 'penalty')
      return path.endsWith('loan.entity.json') ? migrating(named, { rename: { fine: 'penalty' } }) : named
    }),
    built('fine', (text) => text),
  )
  expect(plan).toContain('field “Fine” (penalty) of “Loan”, formerly fine')
  expect(plan).toContain('field “Fine share” (fineShare) of “Book”: formula')
  expect(plan).toContain('action “Edit” (edit) of “Book”: form')
  expect(plan).not.toContain('field “Fines” (fines)')
})

it('a field that is gone, with those that take over what it held', () => {
  const withFields = (fields: object, migration?: object) =>
    after((text, path) => {
      if (!path.endsWith('book.entity.json')) return text
      const written = text.replace('"cover": {', `${JSON.stringify(fields).slice(1, -1)}, "cover": {`)
      return migration ? migrating(written, migration) : written
    })
  const marks = { marks: { type: 'string', title: ['记号', 'Marks'] } }
  const flags = {
    isOld: { type: 'boolean', title: ['旧', 'Old'] },
    isTorn: { type: 'boolean', title: ['破', 'Torn'] },
  }
  const to = { isOld: "contains(marks, 'old')", isTorn: "contains(marks, 'torn')" }
  const plan = planOf(withFields(flags, { convert: { marks: { type: 'string', to } } }), withFields(marks))
  expect(plan).toContain('field “Marks” (marks) of “Book”, whose values are taken over by isOld, isTorn')
  expect(planOf(withFields(flags), withFields(marks))).toMatch(/^Gone\n.*field “Marks” \(marks\) of “Book”$/m)
})

it('a state, and not one that is gone without a word', () => {
  const move = (text: string) => text.replace('"back": {', '"home": {').replace(/"to": "back"/, '"to": "home"')
  const states = (text: string) => move(text).replaceAll('["back"]', '["home"]').replaceAll("'back'", "'home'")
  const declared = after((text, path) =>
    path.endsWith('loan.entity.json')
      ? migrating(states(text), { states: { back: 'home' } })
      : text.replaceAll("'back'", "'home'"),
  )
  expect(planOf(declared)).toContain('state “Back” (home) of “Loan”, formerly back')
  expect(planOf(declared)).not.toMatch(/^(Gone|New)$|action “/m)
  const silent = after((text, path) =>
    path.endsWith('loan.entity.json') ? states(text) : text.replaceAll("'back'", "'home'"),
  )
  expect(planOf(silent)).toMatch(/^Gone\n.*state “Back” \(back\)/m)
})

it('a screen whose address changes, for which nobody gains or loses anything', () => {
  const plan = planOf(after((text) => text.replaceAll('/lending/Loans', '/lending/Lent')))
  expect(plan).toContain('(/lending/Lent), formerly /lending/Loans, which leads nowhere now')
  expect(plan).not.toMatch(/gains?:|loses?:|^(Gone|New)$/m)
})

it('a condition that only gets a name, as no change, also where its field has another name', () => {
  const name = (rule: string) => (text: string, path: string) =>
    path.endsWith('loan.entity.json')
      ? text
          .replace('"rules": {', `"rules": { "fined": "${rule}",`)
          .replace('"when": "fine > 0"', '"when": "rule.fined"')
      : text
  expect(changedParts(old, after(name('fine>0'))).changed).toEqual([])
  const renamed = after((text, path) => {
    const written = name('fine > 0')(text, path).replace(/\bfine\b/g, 'penalty')
    return path.endsWith('loan.entity.json') ? migrating(written, { rename: { fine: 'penalty' } }) : written
  })
  expect(changedParts(old, renamed).changed).toMatchObject([{ kind: 'entity', keys: ['migration'] }])
  expect(changedParts(old, after(name('fine >= 0'))).changed).toMatchObject([{ kind: 'transition', keys: ['effects'] }])
})

it('what a role gains with the conditions: who acts, what access.json takes away, and what shows a part', () => {
  const [lost, money, session] = [
    '"permissions": ["loanFine", "system"],',
    '"title": ["费用", "Money"],',
    '"permissions": ["signed-in"],',
  ]
  const closed = after((text) => text.replace(lost, lost.replace('loanFine', 'figures')))
  const shut = compiledFixture(
    fixture().map(({ path, text }) => ({
      path,
      text: text
        .replace(lost, lost.replace('loanFine', 'figures'))
        .replace(money, `${money} "permissions": ["figures"],`)
        .replace(path === 'people/session.endpoint.json' ? session : '\0', '"permissions": ["figures"],'),
    })),
  )
  const opened = after((text) =>
    text
      .replace(lost, `${lost} "when": "me.branch == book.branch && due != null", "rowScopes": ["unit"],`)
      .replace(money, `${money} "permissions": ["loans"], "visibleWhen": "me.branch != null",`),
  )
  const unless = '(unless (tenant.fines == false))'
  expect(planOf(opened, closed)).toContain(
    `“desk” gains: “Lost” on “Loan” (only while (me.branch == book.branch)) (only while rowScope in ["unit"]) ${unless}`,
  )
  const plan = planOf(opened, shut)
  expect(plan).toContain('see “Money” on “Loan” (only while (me.branch != null))')
  expect(plan).toContain('call “Session”')
  // What access.json takes from everyone is no gain.
  const taken = after((text, path) =>
    path === 'access.json' ? text.replace('"when": "tenant.fines == false",', '') : text,
  )
  expect(planOf(taken, closed)).not.toContain('“Lost” on “Loan”')
})

it('roles to which the same happens, in one line', () => {
  const closed = after((text) =>
    text.replace('"permissions": ["loanFine", "system"],', '"permissions": ["figures", "system"],'),
  )
  const cellar = { role: 'cellar', codes: ['loans', 'books', 'loanFine', 'figures'], roles: 1 }
  const plan = planOf(closed, old, [
    desk,
    { ...desk, role: 'hall' },
    { ...cellar, codes: ['loans', 'figures'] },
    cellar,
  ])
  expect(plan).toContain('“desk”, “hall” lose: “Lost” on “Loan”')
  expect(plan).toMatch(/“cellar” gains: “Lost” on “Loan”/)
  expect(plan.match(/“Lost” on “Loan”/g)).toHaveLength(2)
})
