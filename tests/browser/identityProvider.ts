// Runs a real OpenID provider, which signs in any name typed on its development pages.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export const client = { id: 'dealer-pc', secret: 'a-secret-of-the-tests' }

export interface RunningProvider {
  readonly issuer: string
  /** Says where it may lead back to; until then it answers nothing. */
  register(returnAddress: string): void
  /** Every query with which a browser was sent to it. */
  readonly asked: URLSearchParams[]
  close(): Promise<void>
}

export async function startProvider(): Promise<RunningProvider> {
  let listen: RequestListener = (_request, response) => void response.writeHead(503).end()
  const asked: URLSearchParams[] = []
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://own')
    if (pathname === '/auth') asked.push(searchParams)
    listen(request, response)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    asked,
    register(returnAddress) {
      const provider = new Provider(issuer, {
        clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [returnAddress] }],
        clientAuthMethods: ['client_secret_post', 'client_secret_basic'],
        clientDefaults: { token_endpoint_auth_method: 'client_secret_post' },
        pkce: { required: () => true },
        cookies: { keys: ['a-key-of-the-tests'] },
        findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: async () => ({ sub: id }) }),
      })
      listen = provider.callback()
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
