// Entry of `npm run account -- LOGIN`: makes the first account of an empty production database.
// The server may run or be stopped; the environment of `npm start` names the data.
import { program } from './build.mjs'
import { readCommandLine } from './commandLine.mjs'

const help = `npm run account -- LOGIN

Makes the first account of a database that has none, by the tables in schemas/first, and prints its password once.
LOGIN is what the person types to sign in. Further accounts are made in the page.

  --no-build   builds nothing: the server as it was built last
  --help       this text

The environment of npm start says which database (DATA_DIR or DATABASE_URL); the server may run meanwhile.`

const { flags, words } = readCommandLine(help, { flags: ['no-build'], words: [1, 1] })
const { accountCommand } = await program({ build: !flags.has('no-build') })
await accountCommand(words[0])
