// Reads the API key with which scripts call a running server.
// It is no argument, because other users of the machine can read command lines.
import { refuse } from './commandLine.mjs'

/** The key; ends the script if there is none. */
export const requireApiKey = (address: string): string => process.env.API_KEY ?? refuse(withoutKey(address))

const withoutKey = (address: string): string =>
  [
    'Set API_KEY to an API key of the server:',
    `  1. Sign in at ${address} as an administrator and open its page /programKeys.`,
    '  2. Create a key whose role is that of the administrators: manifests are for them alone. It is shown once.',
    '  3. Write it before the command: API_KEY=key_… npm run …',
  ].join('\n')
