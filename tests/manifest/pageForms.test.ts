// Is a form of a public page that nobody could use a mistake in the manifest?
import { describe, expect, it } from 'vitest'
import { problemsOf } from './sources'

interface Input {
  readonly name: string
  readonly title: readonly [string, string]
}
const input = (name: string): Input => ({ name, title: [name, name] })
const login = (block: object) => [
  {
    path: 'people/Login.screen.json',
    text: JSON.stringify({
      path: '/login',
      title: ['登录', 'Sign in'],
      kind: 'page',
      layout: 'empty',
      permissions: ['public'],
      hideInMenu: true,
      blocks: [{ kind: 'signIn', title: ['登录', 'Sign in'], submitTitle: ['登录', 'Sign in'], ...block }],
    }),
  },
]
const form = (...names: readonly string[]) => ({
  forms: [{ name: 'password', title: ['密码', 'Password'], inputs: names.map(input) }],
})

describe('the form of a sign-in', () => {
  it('asks what its proof needs, in any order', () => {
    expect(problemsOf(login(form('account', 'password')))).toEqual([])
    expect(problemsOf(login(form('password', 'account')))).toEqual([])
  })
  it.each([
    [form('account'), /missing-part[\s\S]*`password`/],
    [form('account', 'pasword', 'password'), /unknown-name[\s\S]*pasword[\s\S]*password/],
    [form('account', 'password', 'account'), /duplicate-entry[\s\S]*account/],
    [{}, /missing-part[\s\S]*`forms`/],
    [{ ...form('account', 'password'), links: [{ title: ['去', 'Go'], screen: '/nowhere' }] }, /\/nowhere/],
    [{ ...form('account', 'password'), limit: 3 }, /ineffective-key[\s\S]*limit/],
  ])('is refused: %j', (block, problem) => {
    const problems = problemsOf(login(block))
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(problem)
  })
})
