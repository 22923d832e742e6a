// Does WeChat give a token, take a template message and say whose code is whose? The stand-in or, with
// CONTRACT_WECHAT_APP_ID and CONTRACT_WECHAT_SECRET, the real
// one, which tells CONTRACT_WECHAT_TO (an openid) once by CONTRACT_WECHAT_TEMPLATE and CONTRACT_WECHAT_FIELD.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOutgoing } from '../../src/server/egress/httpEgress'
import { createIdentity } from '../../src/server/integrations/channels/identify'
import { createMessenger, type ChannelIntegration } from '../../src/server/integrations/channels/messenger'
import { standInValues } from '../../src/server/integrations/contract/settings'
import { readSchemas } from '../whole/schemas'
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
const integration = readSchemas().integrations.wechat!
let place: { readonly address: string; readonly values: Readonly<Record<string, string>> }
beforeAll(async () => {
  standIns = await openStandIns()
  place = appId
    ? { address: url, values: { appId, secret, template, field } }
    : { address: `${standIns.address}/wechat`, values: standInValues(integration) }
})
afterAll(() => standIns?.close())

const at = (values: Readonly<Record<string, string>> = {}) => {
  const outgoing = createOutgoing()
  outgoing.allow(new URL(place.address).origin)
  const services = { egress: outgoing, clock: () => new Date() }
  const settings = { ...place, values: { ...place.values, ...values } }
  return {
    ...createMessenger(services, integration as ChannelIntegration, settings),
    ...createIdentity(services, { identify: integration.identify! }, settings),
  }
}

describe('WeChat', () => {
  it('takes messages with one token, cut to what a place of a template takes', async () => {
    const wechat = at()
    await wechat.send({ id: 'm1', address: to, text: '合同测试，请忽略。'.repeat(5) })
    if (appId) return
    await wechat.send({ id: 'm1', address: to, text: '第二条' })
    expect(standIns.sent.wechat).toEqual([
      { id: 'm1', address: to, text: [...'合同测试，请忽略。'.repeat(5)].slice(0, 20).join('') },
      { id: 'm1', address: to, text: '第二条' },
    ])
  })

  it('refuses a wrong account, template and person with a code', async () => {
    const refused = { name: 'SendProblem', detail: expect.stringMatching(/^errcode \d{5}$/) }
    await expect(at({ secret: 'wrong' }).send({ id: 'm1', address: to, text: 'x' })).rejects.toMatchObject(refused)
    await expect(at({ template: 'none' }).send({ id: 'm1', address: to, text: 'x' })).rejects.toMatchObject(refused)
    await expect(at().send({ id: 'm1', address: '', text: 'x' })).rejects.toMatchObject(refused)
  })

  it('knows nobody behind a code that it did not give', async () => {
    expect(await at().identify('made-up', new Date())).toBeUndefined()
  })
})
