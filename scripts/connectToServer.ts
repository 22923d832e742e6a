// Gives scripts the tools of a running server, with the API key of API_KEY.
// It is no argument, because other accounts of the machine can read a command line.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { refuse } from './compiled'

/** Ends the script where the server or the key cannot be used. */
export async function connectToServer(address: string): Promise<Client> {
  const key = process.env.API_KEY
  if (key === undefined) refuse('Set API_KEY to an API key of the server; the page /programKeys creates one.')
  const client = new Client({ name: 'stdio', version: '1' })
  try {
    const headers = { authorization: `Bearer ${key}` }
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', address), { requestInit: { headers } }))
    return client
  } catch (error) {
    return refuse(`The server at ${address} cannot be used: ${error instanceof Error ? error.message : String(error)}`)
  }
}
