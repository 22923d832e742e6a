// Provides scripts with the tools of a running server, with the API key of API_KEY.
// It is no argument, because other users of the machine can read command lines.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { refuse } from './compiled'

/** Ends the script if the server or the key cannot be used. */
export async function connectToServer(address: string): Promise<Client> {
  const key = process.env.API_KEY
  if (key === undefined) refuse(withoutKey(address))
  const client = new Client({ name: 'stdio', version: '1' })
  try {
    const headers = { authorization: `Bearer ${key}`, 'x-language': 'en' }
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', address), { requestInit: { headers } }))
    return client
  } catch (error) {
    return refuse(
      `The server at ${address} cannot be used: ${sentenceIn(error instanceof Error ? error.message : String(error))}`,
    )
  }
}

/** The sentence of a refusal in JSON, perhaps after words of the protocol; other texts unchanged. */
export function sentenceIn(text: string): string {
  try {
    const { msg, hint } = JSON.parse(text.slice(text.indexOf('{'))) as { readonly msg?: string; readonly hint?: string }
    return [msg, hint].filter(Boolean).join('. ') || text
  } catch {
    return text
  }
}

const withoutKey = (address: string): string =>
  [
    'Set API_KEY to an API key of the server:',
    `  1. Sign in at ${address} as an administrator and open its page /programKeys.`,
    '  2. Create a key whose role is that of the administrators: manifests are for them alone. It is shown once.',
    '  3. Write it before the command: API_KEY=key_… npm run …',
  ].join('\n')
