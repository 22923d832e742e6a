// How does the hand-written page call its server? axios with the token of the cookie; what is no success is an error.
import axios from 'axios'
import type { ListAnswer } from '../../../../src/protocol/calls'
import type { Envelope } from '../../../../src/protocol/envelope'
import type { CustomerQuery } from '../../server/twinList'

const client = axios.create({ timeout: 20_000 })
client.interceptors.request.use((config) => {
  const token = /(?:^|; )Token=([^;]*)/.exec(document.cookie)?.[1]
  if (token) config.headers.set('X-Token', decodeURIComponent(token))
  return config
})
client.interceptors.response.use((response) => {
  const envelope = response.data as Envelope
  if (envelope.code !== 2000) return Promise.reject(new Error(envelope.msg))
  return response
})

export interface User {
  readonly name: string
  readonly dealer: string
  readonly codes: readonly string[]
}

async function dataOf<T>(answer: Promise<{ data: Envelope<T> }>): Promise<T> {
  return (await answer).data.data
}

export const readUser = () => dataOf<User>(client.get('/api/user'))
export const readGuides = () => dataOf<{ id: number; name: string }[]>(client.get('/api/guides'))
export const readCustomers = (query: CustomerQuery, signal: AbortSignal) =>
  dataOf<ListAnswer>(client.post('/customer/list', query, { signal }))
