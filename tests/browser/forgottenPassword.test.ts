// Tests the page of a forgotten password: what its manifest declares, and its steps forward and back.
import { describe, expect, it } from 'vitest'
import { envelope, type Fixture } from '../ui/fixture'
import { codes } from '../../src/protocol/envelope'
import { changed, publicFiles, shipped, usePublicPages } from './usePublicPages'

const place = usePublicPages()
const endpoint = (operation: string) =>
  Object.values(place.fixture.entry.endpoints).find((one) => one.operation === operation)!

describe('the forgotten password', () => {
  it('has title, text, picture and links of its manifest, and its three inputs in as many steps as there are', async () => {
    const input = (name: string, title: string) => ({ name, title: { zh: title, en: title } })
    const app = changed('/password/reset', ({ results }) => ({
      title: { zh: '换个密码', en: 'Another password' },
      text: { zh: '只要一分钟', en: 'One minute' },
      image: '/icon.svg',
      submitTitle: { zh: '往下走', en: 'On' },
      links: [publicFiles],
      forms: [
        { name: 'first', title: { zh: '电话', en: 'Phone' }, inputs: [input('mobile', '电话号码')] },
        {
          name: 'rest',
          title: { zh: '其余', en: 'The rest' },
          text: { zh: '短信发到了 {mobile}', en: 'Sent to {mobile}' },
          submitTitle: { zh: '换好了', en: 'Done' },
          inputs: [input('newPassword', '想用的密码'), input('code', '短信里的数字')],
        },
      ],
      results: { done: { ...results.done!, title: { zh: '换掉了', en: 'Changed' }, links: [publicFiles] } },
    }))
    await place.visit(app, '/password/reset')
    await place.page.getByRole('heading', { name: '换个密码' }).waitFor()
    await place.page.getByText('只要一分钟').waitFor()
    expect(await place.page.locator('main img').getAttribute('src')).toBe('/icon.svg')
    expect(await place.page.getByRole('listitem').allInnerTexts()).toEqual(['电话', '其余'])
    expect(await place.page.getByRole('link', { name: '去公开资料' }).getAttribute('href')).toBe('/studyFile')
    place.fixture.once(endpoint('maskedLogin').path, () => envelope({ mobile: '138****0005' }))
    place.fixture.once(endpoint('sendCode').path, () => envelope(null))
    await place.page.getByLabel('电话号码').fill('13800000005')
    await place.page.getByRole('button', { name: '往下走' }).click()
    await place.page.getByText('短信发到了 138****0005').waitFor()
    expect(await place.page.locator('main label').allInnerTexts()).toEqual(['想用的密码', '短信里的数字'])
    // A refused password leaves the ticket of the code valid.
    const sent: unknown[] = []
    const path = endpoint('resetPassword').path
    place.fixture.once(path, ({ body }) => {
      sent.push(body)
      place.fixture.once(path, (next) => {
        sent.push(next.body)
        place.fixture.once(path, (last) => {
          sent.push(last.body)
          return envelope({ done: true })
        })
        return envelope(null, codes.refused, '密码太短')
      })
      return envelope({ ticket: 'T1' })
    })
    await place.page.getByLabel('想用的密码', { exact: true }).fill('short')
    await place.page.getByLabel('短信里的数字').fill('123456')
    await place.page.getByRole('button', { name: '换好了' }).click()
    await place.page.getByRole('alert').getByText('密码太短').waitFor()
    await place.page.getByLabel('想用的密码', { exact: true }).fill('Another#2025')
    await place.page.getByRole('button', { name: '换好了' }).click()
    await place.page.getByRole('heading', { name: '换掉了' }).waitFor()
    expect(await place.page.getByRole('link', { name: '去公开资料' }).getAttribute('href')).toBe('/studyFile')
    expect(sent).toMatchObject([
      { mobile: '13800000005', code: '123456' },
      { ticket: 'T1', newPassword: 'short' },
      { ticket: 'T1', newPassword: 'Another#2025' },
    ])
    await place.leave()
  })
})

describe('the steps of a forgotten password', () => {
  const alert = () => place.page.getByRole('alert')
  const current = () => place.page.locator('[aria-current=step]').innerText()
  const next = () => place.page.getByRole('button', { name: '下一步' }).click()
  const answer = (operation: string, reply: Parameters<Fixture['once']>[1]) =>
    place.fixture.once(endpoint(operation).path, reply)
  const mobile = () => place.page.getByLabel('手机号')
  const begin = async () => {
    answer('maskedLogin', () => envelope({ mobile: '138****0005' }))
    answer('sendCode', () => envelope(null))
    await mobile().fill('13800000005')
    await next()
  }
  const code = () => place.page.getByLabel('验证码', { exact: true })
  const password = () => place.page.getByLabel('新密码', { exact: true })

  it('lead back to the code once its ticket has ended, and to any that is done', async () => {
    await place.visit(shipped, '/password/reset')
    const done = place.page.getByRole('button', { name: '手机号' })
    await begin()
    await code().fill('123456')
    answer('resetPassword', () => envelope({ ticket: 'T1' }))
    await next()
    await password().fill('Another#2025')
    const ended = '验证已过期，请重新获取验证码'
    const refusal = envelope(null, codes.refused, ended)
    answer('resetPassword', () => ({ ...refusal, body: { ...(refusal.body as object), key: 'ticket_expired' } }))
    await place.page.getByRole('button', { name: '重置密码' }).click()
    await alert().getByText(ended).waitFor()
    expect([await current(), await code().inputValue()]).toEqual(['验证码', ''])
    expect(await place.page.getByRole('status').filter({ hasText: '138****0005' }).count()).toBe(0)
    expect(await code().evaluate((input) => input === document.activeElement)).toBe(true)
    answer('sendCode', () => envelope(null))
    await place.page.getByRole('button', { name: '获取验证码' }).click()
    await place.page.getByRole('status').filter({ hasText: '138****0005' }).waitFor()
    expect(await alert().count()).toBe(0)
    await code().fill('654321')
    let isHeld = false
    answer('resetPassword', async () => {
      isHeld = await done.isDisabled()
      return envelope({ ticket: 'T2' })
    })
    await next()
    await password().waitFor()
    expect(isHeld).toBe(true)
    await done.click()
    expect([await current(), await mobile().inputValue()]).toEqual(['手机号', '13800000005'])
    // No other code is needed for the same number, and one that is refused for another leaves the first good.
    answer('sendCode', () => envelope(null, codes.refused, '过于频繁'))
    await next()
    await done.click()
    answer('maskedLogin', () => envelope({ mobile: '138****0006' }))
    await mobile().fill('13800000006')
    await next()
    await alert().getByText('过于频繁').waitFor()
    await mobile().fill('13800000005')
    await next()
    await expect.poll(() => code().inputValue()).toBe('654321')
    await next()
    await password().fill('Another#2025')
    const request = place.page.waitForRequest((one) => one.url().endsWith(endpoint('resetPassword').path))
    await place.page.getByRole('button', { name: '重置密码' }).click()
    expect((await request).postDataJSON()).toMatchObject({ mobile: '13800000005', ticket: 'T2' })
    await place.leave()
  })

  it('show a refused password at its input, also when another step sends it', async () => {
    const { forms } = shipped.screens['/password/reset']!.blocks[0]!
    await place.visit(
      changed('/password/reset', () => ({ forms: [forms[0]!, forms[2]!, forms[1]!] })),
      '/password/reset',
    )
    await begin()
    await password().fill('short')
    await place.page.getByRole('button', { name: '重置密码' }).click()
    // As it is pasted out of a message.
    await code().fill(' 123 456')
    const short = '密码须有 8 到 128 个字符'
    answer('resetPassword', () => {
      answer('resetPassword', () => envelope({ fields: { newPassword: short } }, codes.refused, '请检查填写的内容'))
      return envelope({ ticket: 'T1' })
    })
    await next()
    await place.page.getByText(short).waitFor()
    expect([await current(), await password().inputValue()]).toEqual(['新密码', 'short'])
    expect(await place.page.getByText('请检查填写的内容').count()).toBe(0)
    await place.page.getByRole('button', { name: '重置密码' }).click()
    expect(await code().inputValue()).toBe('123456')
    await place.leave()
  })
})
