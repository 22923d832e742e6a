// Entry of `npm run restore -- FILE`: restores a backup into an empty database and folder.
// The environment of `npm start` names the data.
import { program } from './build.mjs'

const words = process.argv.slice(2)
const sources = words.includes('--no-build')
const { backupCommand } = await program({ sources })
await backupCommand(
  'restore',
  words.filter((word) => word !== '--no-build'),
)
