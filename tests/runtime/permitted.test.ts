import { describe, expect, it } from 'vitest'
import { holdsOne } from '../../src/runtime/Permitted'
import { commandOf } from '../../src/ui/shell/AccountMenu'

const held = (codes: string[], administrator = false) => ({ codes, account: { administrator } })

describe('what is drawn by codes', () => {
  // spec 5.4
  it('is drawn for who holds one of the codes', () => {
    expect([held(['a']), held(['b', 'c']), held(['c']), held([], true), null].map((one) => holdsOne(one, ['a', 'b']))).toEqual([true, true, false, true, false])
  })

  // spec 5.3
  it('fails without any', () => {
    expect(() => holdsOne(held(['a']), [])).toThrow('need roles!')
    expect(() => holdsOne(held([], true), [])).toThrow('need roles!')
    expect(() => holdsOne(null, undefined as unknown as string[])).toThrow('need roles!')
  })
})

// spec 5.9 8.15
it('an item of a menu without a command is an error', () => {
  const done: string[] = []
  commandOf({ go: () => done.push('go') }, 'go', '菜单选项缺少command属性.')()
  expect(done).toEqual(['go'])
  for (const key of ['stay', 'toString']) expect(() => commandOf({ go: () => undefined }, key, '菜单选项缺少command属性.')).toThrow('菜单选项缺少command属性.')
})
