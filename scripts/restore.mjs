// Entry of `npm run restore -- FILE`: restores a backup into an empty database and folder.
// The environment of `npm start` names the data.
import { program } from './build.mjs'
import { readCommandLine } from './commandLine.mjs'

const help = `npm run restore -- FILE

Restores a backup into an empty database and folder, or leaves nothing when anything is amiss.

  --no-build   builds nothing: the server as it was built last
  --help       this text

The environment of npm start says which database and folder (DATA_DIR, DATABASE_URL, S3_URL).`

const { flags, words } = readCommandLine(help, { flags: ['no-build'], words: [1, 1] })
const { backupCommand } = await program({ build: !flags.has('no-build') })
await backupCommand('restore', words[0])
