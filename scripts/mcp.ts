// Gives an agent on this machine the tools of a running server: `npm run -s mcp [-- <address>]`.
// API_KEY holds the key. Every call is sent on to the server's own door, so that the same checks hold.
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createAgentServer } from '../src/server/endpoints/agents/agentServer'
import { connectToServer } from './connectToServer'

const [address = 'http://localhost:3000'] = process.argv.slice(2)
const client = await connectToServer(address)
serveStdio(() =>
  createAgentServer({
    list: async () => (await client.listTools()).tools,
    call: (name, input) => client.callTool({ name, arguments: input as Record<string, unknown> }),
  }),
)
