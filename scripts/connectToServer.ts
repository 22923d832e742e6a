// Provides scripts with the tools of a running server, with the API key of API_KEY.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { requireApiKey } from './apiKey'
import { sentenceIn } from './callServer'
import { refuse } from './commandLine.mjs'

/** Ends the script if the server or the key cannot be used. */
export async function connectToServer(address: string): Promise<Client> {
  const key = requireApiKey(address)
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
