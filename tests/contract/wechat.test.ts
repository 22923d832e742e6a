// Does WeChat give a token, take a template message and say whose code is whose? The stand-in or, with CONTRACT_WECHAT_APP_ID and CONTRACT_WECHAT_SECRET, the real
// one, which tells CONTRACT_WECHAT_TO (an openid) once by CONTRACT_WECHAT_TEMPLATE and CONTRACT_WECHAT_FIELD.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOutgoing } from '../../src/server/outgoing/outgoing'
import { standInAccount } from '../../src/server/senders/standIn'
import { createWeChat, type WeChatPlace } from '../../src/server/senders/wechat'
import { openStandIns, type StandIns } from './standIns'

const {
  CONTRACT_WECHAT_URL: url = 'https://api.weixin.qq.com',
  CONTRACT_WECHAT_APP_ID: appId,
  CONTRACT_WECHAT_SECRET: secret = '',
  CONTRACT_WECHAT_TEMPLATE: template = '',
  CONTRACT_WECHAT_FIELD: field = 'thing1',
  CONTRACT_WECHAT_TO: to = 'openid-of-somebody',
} = process.env
let standIns: StandIns
let place: WeChatPlace
beforeAll(async () => {
  standIns = await openStandIns()
  place = appId ? { url, appId, secret, template, field } : { url: `${standIns.address}/wechat`, ...standInAccount }
})
afterAll(() => standIns?.close())

const at = (part: Partial<WeChatPlace> = {}) => {
  const outgoing = createOutgoing()
  outgoing.allow(new URL(place.url).origin)
  return createWeChat(outgoing, { ...place, ...part }, () => new Date())
}

describe('WeChat', () => {
  it('takes messages with one token, cut to what a place of a template takes', async () => {
    const wechat = at()
    await wechat.send({ address: to, text: '合同测试，请忽略。'.repeat(5) })
    if (appId) return
    await wechat.send({ address: to, text: '第二条' })
    expect(standIns.sent.wechat).toEqual([
      { address: to, text: [...'合同测试，请忽略。'.repeat(5)].slice(0, 20).join('') },
      { address: to, text: '第二条' },
    ])
  })

  it('refuses a wrong account, template and person with a code', async () => {
    const refused = { name: 'SendProblem', reason: expect.stringMatching(/^errcode \d{5}$/) }
    await expect(at({ secret: 'wrong' }).send({ address: to, text: 'x' })).rejects.toMatchObject(refused)
    await expect(at({ template: 'none' }).send({ address: to, text: 'x' })).rejects.toMatchObject(refused)
    await expect(at().send({ address: '', text: 'x' })).rejects.toMatchObject(refused)
  })

  it('knows nobody behind a code that it did not give', async () => {
    expect(await at().identify('made-up', new Date())).toBeUndefined()
  })
})
