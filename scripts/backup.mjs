// Entry of `npm run backup -- FILE`: writes database and uploads to one file.
// The server may run or be stopped; the environment of `npm start` names the data.
import { serverCommand } from './serverCommand.mjs'

const usage = `npm run backup -- FILE

Writes database and uploads to one file, which must not exist yet.`

await serverCommand(usage, 'which database and folder (DATA_DIR, DATABASE_URL, S3_URL)', ({ backupCommand }, file) =>
  backupCommand('backup', file),
)
