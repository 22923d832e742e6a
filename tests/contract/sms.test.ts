// Does the gateway take a text message? The stand-in or, with CONTRACT_SMS=https://…, the gateway that stands there,
// which sends one message to
// CONTRACT_SMS_TO (CONTRACT_SMS_KEY).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOutgoing } from '../../src/server/egress/httpEgress'
import { createMessenger, type ChannelIntegration } from '../../src/server/integrations/channels/messenger'
import { readSchemas } from '../whole/schemas'
import { openStandIns, type StandIns } from './standIns'

const { CONTRACT_SMS: real, CONTRACT_SMS_KEY: key, CONTRACT_SMS_TO: to = '13800000001' } = process.env
let standIns: StandIns
beforeAll(async () => {
  standIns = await openStandIns()
})
afterAll(() => standIns?.close())

const senderAt = (url: string, withKey = key) => {
  const outgoing = createOutgoing()
  outgoing.allow(new URL(url).origin)
  const settings = { address: url, values: { ...(withKey !== undefined && { key: withKey }) } }
  const services = { egress: outgoing, clock: () => new Date() }
  return createMessenger(services, readSchemas().integrations.sms as ChannelIntegration, settings)
}

describe('the gateway of text messages', () => {
  it('takes a message', async () => {
    await senderAt(real ?? `${standIns.address}/sms`).send({
      id: 'm1',
      address: to,
      text: '【测试】合同测试，请忽略 · Contract test, please ignore',
    })
    if (!real)
      expect(standIns.sent.sms).toEqual([
        { id: '', address: to, text: '【测试】合同测试，请忽略 · Contract test, please ignore' },
      ])
  })

  it('that refuses or is not there is told as a reason, without a key or an address in it', async () => {
    await expect(
      senderAt(real ? `${real}/nothing-here` : `${standIns.address}/nothing-here`, 'wrong-key').send({
        id: 'm1',
        address: to,
        text: 'x',
      }),
    ).rejects.toMatchObject({ name: 'SendProblem', reason: 'refused', detail: expect.stringMatching(/^HTTP \d{3}$/) })
    await expect(senderAt('http://127.0.0.1:9/sms').send({ id: 'm1', address: to, text: 'x' })).rejects.toMatchObject({
      name: 'SendProblem',
      reason: 'down',
    })
  })
})
