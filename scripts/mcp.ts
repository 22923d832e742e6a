// Gives an agent on this machine the tools of a running server: `npm run -s mcp [-- <address>]`.
// API_KEY holds the key. Every call is sent on to the server's own door, so that the same checks hold.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createAgentServer } from '../src/server/endpoints/agents/agentServer'
import { refuse } from './compiled'

const [address = 'http://localhost:3000'] = process.argv.slice(2)
const key = process.env.API_KEY
if (key === undefined) refuse('Set API_KEY to an API key of the server; the page /programKeys creates one.')

const client = new Client({ name: 'stdio', version: '1' })
try {
  const headers = { authorization: `Bearer ${key}` }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', address), { requestInit: { headers } }))
} catch (error) {
  refuse(`The server at ${address} cannot be used: ${error instanceof Error ? error.message : String(error)}`)
}
serveStdio(() =>
  createAgentServer({
    list: async () => (await client.listTools()).tools,
    call: (name, input) => client.callTool({ name, arguments: input as Record<string, unknown> }),
  }),
)
