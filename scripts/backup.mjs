// Entry of `npm run backup -- FILE`: writes database and uploads to one file.
// The server may run or be stopped; the environment of `npm start` names the data.
import { program } from './build.mjs'
import { readCommandLine } from './commandLine.mjs'

const help = `npm run backup -- FILE

Writes database and uploads to one file, which must not exist yet.

  --no-build   builds nothing: the server as it was built last
  --help       this text

The environment of npm start says which database and folder (DATA_DIR, DATABASE_URL, S3_URL).`

const { flags, words } = readCommandLine(help, { flags: ['no-build'], words: [1, 1] })
const { backupCommand } = await program({ build: !flags.has('no-build') })
await backupCommand('backup', words[0])
