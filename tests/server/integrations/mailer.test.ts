// Proves that mail leaves through a real SMTP server as written, encrypted or local, and with a
// reason otherwise.
import { afterEach, describe, expect, it } from 'vitest'
import type { SMTPServerDataStream } from 'smtp-server'
import { createMailer, type MailOptions } from '../../../src/server/integrations/channels/mailer'
import { listenForMail, type MailServer } from './mailServer'

const servers: MailServer[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())))

async function listening(...[options]: Parameters<typeof listenForMail>): Promise<MailServer> {
  const server = await listenForMail(options)
  servers.push(server)
  return server
}

const declared = { from: '{from}', user: '{user}', password: '{password}' }
const mailer = (address: string, values: Record<string, string> = {}, options: MailOptions = { privateNames: false }) =>
  createMailer(declared, { address, values: { from: 'office@shop.example', ...values } }, options)

const heavy = Buffer.alloc(4_000_000, 1)
const content = Buffer.from([0, 1, 2, 253, 254, 255])
const message = {
  id: 'schedule-1-20260101',
  address: 'owner@shop.example',
  text: '附件：客户列表\n3 rows',
  mail: {
    subject: '每日客户列表 · Customers of the day, which is a long subject that has to be folded',
    attachment: { name: '客户列表-1.xlsx', type: 'application/x-sheet', content },
  },
}

describe('mail', () => {
  it('arrives as it was written, with its file, under its own id', async () => {
    const server = await listening()
    await mailer(`smtp://127.0.0.1:${server.port}`).send(message)
    expect(server.received).toEqual([
      {
        to: ['owner@shop.example'],
        id: '<schedule-1-20260101@shop.example>',
        subject: message.mail.subject,
        text: message.text,
        file: { name: '客户列表-1.xlsx', type: 'application/x-sheet', content },
        secure: expect.any(Boolean) as boolean,
      },
    ])
  })

  it('without a subject has its first line as one, and no line of it becomes a header', async () => {
    const server = await listening()
    const plain = mailer(`smtp://127.0.0.1:${server.port}`)
    await plain.send({ id: 'x', address: 'owner@shop.example', text: 'First\nSecond' })
    await plain.send({
      id: 'y',
      address: 'owner@shop.example',
      text: 'Text',
      mail: { subject: 'One\r\nBcc: other@evil.example' },
    })
    expect(server.received.map(({ subject }) => subject)).toEqual(['First', 'One Bcc: other@evil.example'])
    expect(server.received.map(({ to }) => to)).toEqual([['owner@shop.example'], ['owner@shop.example']])
  })

  it('signs in, and says by a code when it may not, without a word of the server', async () => {
    const server = await listening({ authOptional: false })
    const address = `smtp://127.0.0.1:${server.port}`
    await mailer(address, { user: 'office', password: 'mail-secret' }).send(message)
    expect(server.received).toMatchObject([{ user: 'office', secure: true }])
    await expect(mailer(address, { user: 'office', password: 'wrong' }).send(message)).rejects.toMatchObject({
      name: 'SendProblem',
      reason: 'refused',
      detail: 'SMTP 535',
    })
    server.refusal = 452
    await expect(mailer(address, { user: 'office', password: 'mail-secret' }).send(message)).rejects.toMatchObject({
      name: 'SendProblem',
      reason: 'refused',
      detail: 'SMTP 452',
      isUnknown: false,
    })
    expect(server.received).toHaveLength(1)
  })

  it('is sent encrypted from the first byte with smtps', async () => {
    const server = await listening({ secure: true })
    await mailer(`smtps://127.0.0.1:${server.port}`).send(message)
    expect(server.received).toMatchObject([{ secure: true }])
  })

  it('never leaves this machine unencrypted, or to a certificate of another name', async () => {
    const resolve = async () => [{ address: '127.0.0.1' }]
    const plain = await listening({ disabledCommands: ['STARTTLS'] })
    const options = { privateNames: true, resolve }
    await expect(mailer(`smtp://mail.shop.example:${plain.port}`, {}, options).send(message)).rejects.toMatchObject({
      reason: 'refused',
      detail: 'SMTP 500',
    })
    const other = await listening()
    await expect(mailer(`smtp://mail.shop.example:${other.port}`, {}, options).send(message)).rejects.toMatchObject({
      name: 'SendProblem',
    })
    expect([...plain.received, ...other.received]).toEqual([])
  })

  it('goes to no name of a private address unless the operator allows them', async () => {
    const server = await listening()
    const resolve = async () => [{ address: '203.0.112.7' }, { address: '127.0.0.1' }]
    await expect(
      mailer(`smtp://mail.shop.example:${server.port}`, {}, { privateNames: false, resolve }).send(message),
    ).rejects.toMatchObject({ reason: 'private' })
    expect(server.received).toEqual([])
  })

  it.each([
    ['after its last byte', (stream: SMTPServerDataStream, cut: () => void) => stream.resume().once('end', cut), true],
    ['in the middle of it', (stream: SMTPServerDataStream, cut: () => void) => stream.once('data', cut), false],
  ])('may have arrived where the connection broke %s', async (_, onData, isUnknown) => {
    let cut = () => {}
    const server = await listening({
      onData: (stream) => void onData(stream, () => cut()),
    })
    server.onConnection((socket) => (cut = () => socket.destroy()))
    const large = { ...message, mail: { subject: 'Large', attachment: { ...message.mail.attachment, content: heavy } } }
    await expect(mailer(`smtp://127.0.0.1:${server.port}`).send(large)).rejects.toMatchObject({ isUnknown })
  })

  it('to a server that is not there has a reason', async () => {
    const server = await listenForMail()
    await server.close()
    await expect(mailer(`smtp://127.0.0.1:${server.port}`).send(message)).rejects.toMatchObject({
      name: 'SendProblem',
      reason: 'down',
    })
  })
})
