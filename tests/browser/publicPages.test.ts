// Tests that pages without a session show what their manifests declare, with changed manifests.
import { describe, expect, it } from 'vitest'
import { envelope } from '../ui/fixture'
import { turnOf } from '../turns'
import { codes } from '../../src/protocol/envelope'
import { keepToItself } from './handedOn'
import { changed, publicFiles, shipped, usePublicPages } from './usePublicPages'

const place = usePublicPages()

describe('the way in', () => {
  it('has title, text, picture, inputs in their order and links of its manifest, and signs in by them', async () => {
    const app = changed('/login', ({ forms }) => ({
      title: { zh: '另一个标题', en: 'Another title' },
      text: { zh: '另一句话', en: 'Another sentence' },
      image: '/icon.svg',
      submitTitle: { zh: '进来', en: 'Come in' },
      links: [{ title: { zh: '看公开资料', en: 'Public files' }, screen: '/studyFile' }],
      forms: forms.map((form) => ({
        ...form,
        inputs: form.inputs
          .map((input) => ({ ...input, title: { ...input.title, zh: `新${input.title.zh}` } }))
          .toReversed(),
      })),
    }))
    await place.visit(app, '/login')
    await place.page.getByRole('heading', { name: '另一个标题' }).waitFor()
    await place.page.getByText('另一句话').waitFor()
    expect(await place.page.locator('main img').getAttribute('src')).toBe('/icon.svg')
    expect(await place.page.locator('main label').allInnerTexts()).toEqual(['新密码', '新账号 / 手机号'])
    expect(await place.page.getByRole('link', { name: '看公开资料' }).getAttribute('href')).toBe('/studyFile')
    await place.page.getByLabel('新账号 / 手机号').fill('13800000001')
    await place.page.getByRole('button', { name: '进来' }).click()
    await place.page.getByRole('alert').waitFor()
    await place.page.getByLabel('新密码', { exact: true }).fill('Demo@123456')
    expect(await place.page.getByRole('alert').count()).toBe(0)
    await place.page.getByRole('button', { name: '进来' }).click()
    await place.page.locator('.shell-nav').waitFor()
    await place.leave()
  })
  it('takes a number as an address book copies it', async () => {
    const copied = '\u202d+86 138-0000-0001\u202c'
    await place.visit(shipped, '/login')
    await place.page.locator('input[autocomplete=username]').fill(copied)
    await place.page.locator('input[type=password]').fill('Demo@123456')
    const [request] = await Promise.all([
      place.page.waitForRequest((one) => one.postData()?.includes('pwdType') === true),
      place.page.locator('button[type=submit]').click(),
    ])
    expect(request.postDataJSON()).toMatchObject({ account: '13800000001' })
    await place.leave()
    await place.visit(shipped, '/login')
    await place.page.getByRole('tab').nth(1).click()
    const mobile = place.page.locator('input[type=tel]')
    // Pasted: what is filled in by a script is never cut.
    await mobile.focus()
    await place.page.keyboard.insertText(copied)
    expect(await mobile.inputValue()).toBe('13800000001')
    await place.leave()
  })
  it('has tabs in the order of its forms, and none where there is one form', async () => {
    const { forms } = shipped.screens['/login']!.blocks[0]!
    await place.visit(
      changed('/login', () => ({ forms: forms.toReversed() })),
      '/login',
    )
    await expect
      .poll(() => place.page.getByRole('tab').allInnerTexts())
      .toEqual(forms.map(({ title }) => title.zh).toReversed())
    expect(await place.page.locator('input[type=tel]').count()).toBe(1)
    await place.leave()
    await place.visit(
      changed('/login', () => ({ forms: forms.slice(0, 1) })),
      '/login',
    )
    await place.page.locator('input[type=password]').waitFor()
    expect(await place.page.getByRole('tab').count()).toBe(0)
    await place.leave()
  })
  it('needs at most 150 kB of script', async () => {
    const sum = (await scriptsOf('/login')).reduce((size, [, bytes]) => size + bytes, 0)
    expect(sum).toBeGreaterThan(50_000)
    expect(sum).toBeLessThanOrEqual(150_000)
  })
})

/** The scripts that a page without a session loads, with their bytes on the line. */
async function scriptsOf(path: string): Promise<(readonly [string, number])[]> {
  await place.begin()
  const scripts: Promise<readonly [string, number]>[] = []
  place.page.on('requestfinished', (request) => {
    if (request.url().endsWith('.js'))
      scripts.push(request.sizes().then(({ responseBodySize }) => [request.url(), responseBodySize] as const))
  })
  await place.page.goto(place.address + path)
  await place.page.locator('main :is(h1, label)').first().waitFor()
  await place.page.waitForLoadState('networkidle')
  const loaded = await Promise.all(scripts)
  expect(await formScripts(loaded.map(([url]) => url))).toEqual([])
  await place.leave()
  return loaded
}

/** Those of the scripts that hold code of Formily or of the library's form. */
const formScripts = (urls: readonly string[]): Promise<string[]> =>
  place.page.evaluate(async (addresses) => {
    const texts = await Promise.all(addresses.map(async (url) => (await fetch(url)).text()))
    return addresses.filter((_, at) => /onFieldInputValueChange|ant-formily|ant-form-item/.test(texts[at]!))
  }, urls)

describe('a page without a session', () => {
  const paths = ['/login', '/password/reset', '/authredirect', '/ea/Login', '/401', '/404']
  it.each(turnOf(paths, 3))('%s needs nothing of what makes forms', async (path) => {
    expect((await scriptsOf(path)).length).toBeGreaterThan(3)
  })
})

describe.each([
  ['/404', '/no/such/page'],
  ['/401', '/401'],
])('the page %s', (path, address) => {
  it('has title, text and links of its manifest', async () => {
    const app = changed(path, () => ({
      title: { zh: '这里没有路', en: 'No way here' },
      text: { zh: '换一条路吧', en: 'Take another' },
      links: [{ title: { zh: '去公开资料', en: 'Public files' }, screen: '/studyFile' }],
    }))
    await place.visit(app, address, true)
    await place.page.getByRole('heading', { name: '这里没有路' }).waitFor()
    await place.page.getByRole('button', { name: '去公开资料' }).waitFor()
    if (address === path) await place.page.getByText('换一条路吧').waitFor()
    expect(await place.page.locator('.shell-full-ways button').count()).toBe(1)
    await place.leave()
  })
})

describe('the way back of another system', () => {
  it('has picture and texts of its manifest, however it ends', async () => {
    const app = changed('/authredirect', () => ({
      image: '/icon.svg',
      results: {
        alone: {
          title: { zh: '没有谁在等', en: 'Alone' },
          text: { zh: '关掉它吧', en: 'Close it' },
          links: [publicFiles],
        },
        refused: { title: { zh: '没有成功', en: 'No success' }, links: [publicFiles] },
      },
    }))
    await place.visit(app, '/authredirect?code=1')
    await place.page.getByRole('heading', { name: '没有谁在等' }).waitFor()
    await place.page.getByText('关掉它吧').waitFor()
    expect(await place.page.locator('main img').getAttribute('src')).toBe('/icon.svg')
    expect(await place.page.getByRole('link', { name: '去公开资料' }).getAttribute('href')).toBe('/studyFile')
    await place.page.evaluate(() =>
      sessionStorage.setItem('signInAttempt', JSON.stringify({ attempt: 'a', returnTo: '/settings' })),
    )
    place.fixture.once('/api/signIn/finish', () => envelope(null, codes.refused, '另一系统拒绝了'))
    await place.page.reload()
    await place.page.getByRole('heading', { name: '没有成功' }).waitFor()
    await place.page.getByText('另一系统拒绝了').waitFor()
    expect(await place.page.getByRole('link', { name: '去公开资料' }).getAttribute('href')).toBe('/studyFile')
    await place.leave()
  })
})

describe('the pages of a partner', () => {
  it('ask for the account to link by the form, the texts, the picture and the links of their manifest', async () => {
    const app = changed('/ea/Login', ({ forms }) => ({
      image: '/touch-icon.png',
      title: { zh: '先认识一下', en: 'Who are you' },
      text: { zh: '再绑定账号', en: 'Then link' },
      submitTitle: { zh: '认识了', en: 'Go on' },
      links: [publicFiles],
      forms: forms.toReversed().map((form) => ({ ...form, inputs: form.inputs.toReversed() })),
    }))
    await place.visit(app, '/ea/Login')
    await place.page.getByRole('heading', { name: '先认识一下' }).waitFor()
    await place.page.getByText('再绑定账号').waitFor()
    expect(await place.page.locator('main img').getAttribute('src')).toBe('/touch-icon.png')
    const [first, second] = shipped.screens['/ea/Login']!.blocks[0]!.forms
    await expect.poll(() => place.page.getByRole('tab').allInnerTexts()).toEqual([second!.title.zh, first!.title.zh])
    expect(await place.page.locator('main label').allInnerTexts()).toEqual(
      second!.inputs.toReversed().map(({ title }) => title.zh),
    )
    await place.page.getByRole('button', { name: '认识了' }).waitFor()
    expect(await place.page.getByRole('link', { name: '去公开资料' }).getAttribute('href')).toBe('/studyFile')
    await place.leave()
  })
  it('tell of a failed sign-in by their manifest, with and without a screen that waits', async () => {
    const gated = Object.values(shipped.screens).find(({ signInTo }) => signInTo)!
    const app = changed('/zowee', ({ forms, results }) => ({
      title: { zh: '进不去{name}', en: 'No way into {name}' },
      text: { zh: '{screen}还在等', en: '{screen} waits' },
      submitTitle: { zh: '再来一次', en: 'Once more' },
      links: [publicFiles],
      forms: forms.map((form) => ({
        ...form,
        text: { zh: '不会给别人看', en: 'Shown to no one' },
        submitTitle: { zh: '记住并再来', en: 'Keep it' },
        inputs: form.inputs.map((input) => ({ ...input, title: { zh: '那边的密码', en: 'Their password' } })),
      })),
      results: { unasked: { ...results.unasked!, title: { zh: '没有页面在等', en: 'None waits' } } },
    }))
    await place.visit(app, '/login', true)
    await place.page.locator('.shell-nav').waitFor()
    const sign = { flag: 0, title: { zh: '众维', en: 'Zowee' }, reason: '密码不对', failed: '/zowee' }
    place.fixture.once('/api/integration', () => envelope(sign))
    // Never at rest, when the page would load what others need.
    await keepToItself(place.page).addInitScript(() => void (window.requestIdleCallback = () => 0))
    await place.page.goto(`${place.address}/zowee?from=${encodeURIComponent(gated.path)}`)
    const view = place.page.locator('.shell-view:not([hidden])')
    await view.getByRole('heading', { name: '进不去众维' }).waitFor()
    await view.getByText(`${gated.title.zh}还在等`).waitFor()
    await view.getByLabel('那边的密码').waitFor()
    await view.getByText('不会给别人看').waitFor()
    for (const name of ['再来一次', '记住并再来', '去公开资料']) await view.getByRole('button', { name }).waitFor()
    const loaded = await place.page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    expect(await formScripts(loaded.filter((name) => name.endsWith('.js')))).toEqual([])
    await place.page.goto(`${place.address}/zowee`)
    await view.getByRole('heading', { name: '没有页面在等' }).waitFor()
    expect(await view.getByLabel('那边的密码').count()).toBe(0)
    await place.leave()
  })
})
