// Sends mail through an SMTP server: encrypted, or to this machine.
// A configured name may not resolve to a private address; a SendProblem never contains text of the server.
import { textBefore } from '../../../manifest/expression/values/present'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { PassThrough } from 'node:stream'
import { createTransport } from 'nodemailer'
import { fillTemplate } from '../../../manifest/expression/template'
import type { Integration } from '../../../manifest/model/app'
import { bareHostname, isPrivateAddress } from '../../egress/privateAddress'
import { SendProblem, type Message, type MessageChannel } from '../contract/channel'
import type { IntegrationSettings } from '../contract/settings'

const timeoutMs = 20_000
const ports: Readonly<Record<string, number>> = { 'smtps:': 465, 'smtp:': 587 }
const thisMachine = ['localhost', '127.0.0.1', '::1']

export interface MailOptions {
  /** A configured name may resolve to a private address, as inside a company's network. */
  readonly privateNames: boolean
  readonly resolve?: (name: string) => Promise<readonly { readonly address: string }[]>
}

const resolveName: NonNullable<MailOptions['resolve']> = (name) => lookup(name, { all: true })

/** A channel whose `send` rejects with a SendProblem, in which `isUnknown` means that the mail may have arrived. */
export function createMailer(
  mail: NonNullable<Integration['mail']>,
  { address, values }: IntegrationSettings,
  { privateNames, resolve = resolveName }: MailOptions,
): MessageChannel {
  const url = new URL(address)
  const name = bareHostname(url)
  const secure = url.protocol === 'smtps:'
  const filled = (text = '') => fillTemplate(text, (variable) => values[variable])
  const [from, user, password] = [filled(mail.from), filled(mail.user), filled(mail.password)]
  const hostAddress = async (): Promise<string> => {
    if (isIP(name) !== 0) return name
    const addresses = await resolve(name).catch((error: unknown) => {
      throw new SendProblem('down', { cause: error })
    })
    // Connect to the very address that was checked.
    const isFine = privateNames || name === 'localhost' || !addresses.some((one) => isPrivateAddress(one.address))
    if (!isFine) throw new SendProblem('private')
    return addresses[0]?.address ?? name
  }
  return {
    async send(message) {
      const transport = createTransport({
        host: await hostAddress(),
        port: url.port === '' ? ports[url.protocol]! : Number(url.port),
        secure,
        requireTLS: !secure && !thisMachine.includes(name),
        // A server on this machine has no certificate for a name.
        tls: thisMachine.includes(name) ? { rejectUnauthorized: false } : { servername: isIP(name) === 0 ? name : '' },
        ...(user !== '' && { auth: { user, pass: password } }),
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      let isComplete = false
      transport.use('stream', (mail, done) => {
        mail.message.transform(() => new PassThrough().once('end', () => (isComplete = true)))
        done()
      })
      await transport.sendMail(mailOf(message, from)).catch((error: unknown) => {
        // After the last byte only the server's reply decides whether it was accepted.
        const isUnknown = isComplete && responseCodeOf(error) === undefined
        throw problemOf(error, isUnknown)
      })
    },
  }
}

function mailOf({ id, address, text, mail }: Message, from: string) {
  return {
    from,
    to: { name: '', address },
    subject: mail?.subject ?? textBefore(text, '\n'),
    text,
    messageId: `<${id}@${from.split('@')[1] ?? 'localhost'}>`,
    ...(mail?.attachment && {
      attachments: [
        { filename: mail.attachment.name, contentType: mail.attachment.type, content: mail.attachment.content },
      ],
    }),
  }
}

function responseCodeOf(error: unknown): number | undefined {
  const { responseCode } = error as { readonly responseCode?: number }
  return Number.isInteger(responseCode) ? responseCode : undefined
}

/** With the code of the refusal, or of the failed connection. */
function problemOf(error: unknown, isUnknown: boolean): SendProblem {
  const options = { cause: error, isUnknown }
  const responseCode = responseCodeOf(error)
  if (responseCode !== undefined) return new SendProblem('refused', { ...options, detail: `SMTP ${responseCode}` })
  const { code = '' } = error as { readonly code?: string }
  if (code === 'ETIMEDOUT') return new SendProblem('slow', options)
  return new SendProblem('down', { ...options, ...(/^E[A-Z]{2,20}$/.test(code) && { detail: `SMTP ${code}` }) })
}
