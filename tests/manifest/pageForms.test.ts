// Proves that a form of a public page that cannot be used is a problem.
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

const page = (block: object) => [
  {
    path: 'people/Page.screen.json',
    text: JSON.stringify({
      path: '/page',
      title: ['页面', 'Page'],
      kind: 'page',
      layout: 'empty',
      permissions: ['public'],
      hideInMenu: true,
      blocks: [block],
    }),
  },
]
const text = ['好', 'Good']
const step = (name: string, ...inputs: readonly string[]) => ({ name, title: text, inputs: inputs.map(input) })
const reset = (...forms: readonly object[]) => ({
  kind: 'resetPassword',
  title: text,
  submitTitle: text,
  forms,
  results: { done: { title: text } },
})
const back = { kind: 'authRedirect', title: text, text }
const ends = { alone: { title: text }, refused: { title: text } }
const failed = {
  kind: 'integrationFailed',
  title: ['{name}', '{name}'],
  text: ['{screen}', '{screen}'],
  submitTitle: text,
  forms: [step('password', 'password')],
  links: [{ title: text }],
  results: { unasked: { title: text } },
}
const three = [step('a', 'mobile'), step('b', 'code'), step('c', 'newPassword')] as const

describe('a page without a session', () => {
  it.each([
    reset(...three),
    reset(step('a', 'code', 'mobile'), step('b', 'newPassword')),
    reset(step('a', 'newPassword', 'mobile', 'code')),
    reset({ ...three[0], text: ['{mobile}', '{mobile}'] }, three[1], three[2]),
    { ...back, results: ends },
    failed,
    { kind: 'integrationSignIn', title: text, text, submitTitle: text, ...form('password', 'account') },
  ])('is sound: %j', (block) => {
    expect(problemsOf(page(block))).toEqual([])
  })
  it.each([
    [reset(step('a', 'mobile'), step('b', 'code')), /missing-part[\s\S]*`newPassword`/],
    [reset(...three, step('d', 'code')), /duplicate-entry[\s\S]*code/],
    [reset(step('a', 'mobile', 'pin', 'code', 'newPassword')), /unknown-name[\s\S]*pin/],
    [reset(step('a', 'code'), step('b', 'mobile', 'newPassword')), /conflicting-keys[\s\S]*later step/],
    [reset({ ...three[0], text: ['{code}', '{mobile}'] }, three[1], three[2]), /bad-placeholder[\s\S]*{code}/],
    [{ ...reset(...three), results: {} }, /missing-part[\s\S]*`results.done`/],
    [{ ...reset(...three), results: { done: { title: text }, alone: { title: text } } }, /ineffective-key[\s\S]*alone/],
    [{ ...back, results: { alone: ends.alone } }, /missing-part[\s\S]*`results.refused`/],
    [{ ...back, results: { ...ends, refused: { title: text, text } } }, /ineffective-key[\s\S]*text/],
    [{ ...back, results: { ...ends, alone: { title: text, links: [{ title: text, screen: '/no' }] } } }, /\/no/],
    [{ ...failed, title: ['{nmae}', '{name}'] }, /bad-placeholder[\s\S]*{nmae}/],
    [{ ...failed, forms: [step('code', 'mobile', 'code')] }, /unknown-name[\s\S]*code/],
    [{ ...failed, forms: [...failed.forms, ...failed.forms] }, /duplicate-entry[\s\S]*password/],
    [{ ...failed, links: undefined }, /missing-part[\s\S]*`links`/],
  ])('is refused: %j', (block, problem) => {
    const problems = problemsOf(page(block))
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(problem)
  })
})
