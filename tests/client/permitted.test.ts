// Is drawn what a person may see, and is a list of roles or a command that is missing a mistake that is told?
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { memoryCookies } from './memoryCookies'
import { holdsOne, Permitted } from '../../src/client/context/Permitted'
import { createRuntime, RuntimeProvider } from '../../src/client/context/clientContext'
import { createFixture } from '../ui/fixture'
import { compileSound, librarySources } from '../server/library'
import { menuCommand } from '../../src/ui/layout/bars/AccountMenu'

const held = (codes: string[], administrator = false) => ({ codes, account: { administrator } })

describe('what is drawn by codes', () => {
  // spec 5.4
  it('is drawn for who holds one of the codes', () => {
    expect(
      [held(['a']), held(['b', 'c']), held(['c']), held([], true), null].map((one) => holdsOne(one, ['a', 'b'])),
    ).toEqual([true, true, false, true, false])
  })

  // spec 5.3 5.4
  it('is there for who holds one of the codes, gone for who does not, and a mistake without codes', async () => {
    const { entry, transport } = createFixture(compileSound(await librarySources()), 1)
    const runtime = createRuntime(entry, transport, memoryCookies())
    await runtime.language.begin()
    await runtime.signIn.withPassword('13800000001', 'Demo@123456')
    // What is drawn without a browser reads the state as it began.
    Object.assign(runtime.session, { getInitialState: runtime.session.getState })
    const [code] = runtime.session.getState().boot!.codes
    const drawn = (codes: readonly string[]) =>
      renderToStaticMarkup(
        createElement(RuntimeProvider, { value: runtime }, createElement(Permitted, { codes, children: 'x' })),
      )
    expect([drawn(['nobody has this', code!]), drawn(['nobody has this'])]).toEqual(['x', ''])
    expect(() => drawn([])).toThrow('need roles!')
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
  menuCommand({ go: () => done.push('go') }, 'go', '菜单选项缺少command属性.')()
  expect(done).toEqual(['go'])
  for (const key of ['stay', 'toString'])
    expect(() => menuCommand({ go: () => undefined }, key, '菜单选项缺少command属性.')).toThrow(
      '菜单选项缺少command属性.',
    )
})
