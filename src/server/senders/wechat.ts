// How does WeChat tell somebody something, and whose code is this there? By the calls of an official account: token, template message, and the user behind a code.
import type { Outgoing } from '../outgoing/outgoing'
import type { OutsideIdentity } from '../outsideIdentities'
import { askService } from './post'
import { SendProblem, type Sender } from './sender'

/** `field`: the place of the template that takes the text. */
export interface WeChatPlace {
  readonly url: string
  readonly appId: string
  readonly secret: string
  readonly template: string
  readonly field: string
}

/** Answers that mean: the token has ended. */
const tokenEnded = [40001, 40014, 42001]
/** What a place of a template takes. */
const longest = 20

export function createWeChat(outgoing: Outgoing, place: WeChatPlace, clock: () => Date): Sender & OutsideIdentity {
  const { appId, secret, template, field } = place
  let token: { readonly value: string; readonly until: number } | undefined
  const at = (path: string, query: Readonly<Record<string, string>>) => {
    const url = new URL(place.url + path)
    url.search = new URLSearchParams(query).toString()
    return url
  }
  const newToken = async () => {
    const {
      access_token: value,
      expires_in: seconds,
      errcode,
    } = await askService(outgoing, at('/cgi-bin/token', { grant_type: 'client_credential', appid: appId, secret }))
    if (typeof value !== 'string' || value === '') throw new SendProblem(`errcode ${codeOf(errcode)}`)
    token = { value, until: clock().getTime() + (typeof seconds === 'number' ? seconds - 60 : 60) * 1_000 }
    return value
  }
  const sendWith = async (value: string, touser: string, text: string) =>
    codeOf(
      (
        await askService(outgoing, at('/cgi-bin/message/template/send', { access_token: value }), {
          body: { touser, template_id: template, data: { [field]: { value: [...text].slice(0, longest).join('') } } },
        })
      ).errcode,
    )
  return {
    async send({ address, text }) {
      const known = token && token.until > clock().getTime() ? token.value : await newToken()
      let code = await sendWith(known, address, text)
      if (tokenEnded.includes(code)) code = await sendWith(await newToken(), address, text)
      if (code !== 0) throw new SendProblem(`errcode ${code}`)
    },
    async identify(code) {
      const { openid } = await askService(
        outgoing,
        at('/sns/oauth2/access_token', { appid: appId, secret, code, grant_type: 'authorization_code' }),
      )
      return typeof openid === 'string' && /^[\w-]{1,128}$/.test(openid) ? openid : undefined
    },
  }
}

/** -1, as the service says of itself when it is busy, for whatever is no code. */
const codeOf = (value: unknown): number => (Number.isInteger(value) ? (value as number) : -1)
