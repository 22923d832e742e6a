// Entry of `npm run restore -- FILE`: restores a backup into an empty database and folder.
// The environment of `npm start` names the data.
import { program } from './build.mjs'

const words = process.argv.slice(2)
const build = !words.includes('--no-build')
const { backupCommand } = await program({ build })
await backupCommand(
  'restore',
  words.filter((word) => word !== '--no-build'),
)
