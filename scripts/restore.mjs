// Entry of `npm run restore -- FILE`: restores a backup into an empty database and folder.
// The environment of `npm start` names the data.
import { serverCommand } from './serverCommand.mjs'

const usage = `npm run restore -- FILE

Restores a backup into an empty database and folder, or leaves nothing when anything is amiss.`

await serverCommand(usage, 'which database and folder (DATA_DIR, DATABASE_URL, S3_URL)', ({ backupCommand }, file) =>
  backupCommand('restore', file),
)
