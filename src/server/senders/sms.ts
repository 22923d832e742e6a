// How does a text message reach a telephone? By POST of {mobile, text} as JSON to a gateway, with its key as a bearer token; 2xx means taken.
import type { Outgoing } from '../outgoing/outgoing'
import { askService } from './post'
import type { Sender } from './sender'

export interface SmsPlace {
  readonly url: string
  readonly key?: string
}

export function createSms(outgoing: Outgoing, { url, key }: SmsPlace): Sender {
  return {
    async send({ address, text }) {
      await askService(outgoing, new URL(url), {
        body: { mobile: address, text },
        headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      })
    },
  }
}
