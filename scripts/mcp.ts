// Provides an agent on this machine with the tools of a running server, for `npm run mcp`.
// Every call is forwarded to the server's own endpoint, so that the same checks apply.
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createAgentServer } from '../src/server/endpoints/agents/agentServer'
import { readCommandLine } from './commandLine.mjs'
import { connectToServer } from './connectToServer'

const usage = `npm run -s mcp [-- ADDRESS]

Gives an agent on this machine the tools of the server at ADDRESS (http://localhost:3000 if absent), over stdin and
stdout. API_KEY has the key.

  --help   this text`

const [address = 'http://localhost:3000'] = readCommandLine(usage, { words: [0, 1] }).words
const client = await connectToServer(address)
serveStdio(() =>
  createAgentServer({
    list: async () => (await client.listTools()).tools,
    call: (name, input) => client.callTool({ name, arguments: input as Record<string, unknown> }),
  }),
)
