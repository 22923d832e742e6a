// Proves that `rule.name` means its text wherever it is written.
import { describe, expect, it } from 'vitest'
import { compileRule } from '../../../src/manifest/expression/check'
import { NamedRules } from '../../../src/manifest/expression/environment'
import { compiled, environment } from './environment'

const rules = new NamedRules()
const declared: readonly (readonly [string | undefined, string, string])[] = [
  ['boat', 'small', 'size < 5'],
  ['boat', 'ready', 'captain.rule.aboard && rule.small && !sold'],
  ['boat', 'nearer', 'size < this.size'],
  ['boat', 'seen', 'sold && size > 2 && size < 9'],
  ['sailor', 'aboard', "state == 'aboard'"],
  ['sailor', 'deep', 'chief.harbour != null'],
  [undefined, 'named', "name != 'Ann'"],
  [undefined, 'mine', 'id == me.id'],
  [undefined, 'twice', 'rule.named && rule.named'],
]
for (const [entity, name, source] of declared) rules.declare({ name, source, ...(entity !== undefined && { entity }) })
const where = { ...environment, rules }

describe('named rules', () => {
  it.each([
    ['rule.small', 'size < 5'],
    ['rule.small ? 1 : 2', 'size < 5 ? 1 : 2'],
    ['this.rule.small', 'this.size < 5'],
    ['before.rule.ready', "before.captain.state == 'aboard' && before.size < 5 && !before.sold"],
    ['rule.nearer || rule.named', "size < this.size || name != 'Ann'"],
    ['sold && rule.seen', 'sold && sold && size > 2 && size < 9'],
    ['sold || rule.seen', 'sold || (sold && size > 2 && size < 9)'],
    ['captain.rule.named', "captain.name != 'Ann'"],
    ['mate.chief.rule.mine', 'mate.chief == me.id'],
    ['input.heir.rule.aboard', "input.heir.state == 'aboard'"],
    ['rule.twice', "name != 'Ann' && name != 'Ann'"],
  ])('%s', (source, full) => {
    const { source: text, ...rule } = compiled(source, where)
    expect(rule).toEqual({ ...compiled(full, where), source: undefined })
    expect(text).not.toContain('rule.')
    expect(compiled(text, where)).toEqual({ ...rule, source: text })
  })

  it.each([
    ['rule.smal', 'There is no rule "smal" here.'],
    ['rule', '"rule" alone is no value.'],
    ['rule.small.size', 'A rule has no part "size".'],
    ['rule.small + 1', '+ does not join boolean and number.'],
    ['captain.rule.small', 'There is no rule "small" here.'],
    ['captain.name.rule.named', '"name" is no record: it has no rules.'],
    ['this.rule.nearer', 'There is no name "this" here.'],
    ['mate.chief.chief.rule.deep', 'A path steps through at most 3 references.'],
  ])('refuses %s', (source, message) => {
    expect(compileRule(source, where).problems[0]).toMatchObject({ message })
  })

  it('knows which are used', () => {
    const named = new NamedRules()
    for (const name of ['a', 'b']) named.declare({ name, source: 'size > 1' })
    compiled('rule.a', { ...environment, rules: named })
    expect(named.unused().map(({ name }) => name)).toEqual(['b'])
  })
})
