// Entry of `npm run backup -- FILE`: writes database and uploads to one file.
// The server may run or be stopped; the environment of `npm start` names the data.
import { program } from './build.mjs'

const words = process.argv.slice(2)
const build = !words.includes('--no-build')
const { backupCommand } = await program({ build })
await backupCommand(
  'backup',
  words.filter((word) => word !== '--no-build'),
)
