// Measures whether one account's load leaves others their share; fails when a limit is exceeded.
// Runs on loopback, on the embedded database and on PostgreSQL 15.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runLoad } from '../tests/load/run'
import { endPrograms } from '../tests/server/program'
import { readCommandLine } from './commandLine.mjs'
import { isInstalled, programs, withPostgres15 } from './postgres15'

readCommandLine(`npm run load

Measures whether one account's load leaves others their share, on the embedded database and on PostgreSQL 15
(POSTGRES_15: the folder of its programs). LOAD_SECONDS (180) is the length of the mixed load.

  --help   this text`)
const seconds = Number(process.env.LOAD_SECONDS ?? 180)
const say = (line: string) => console.log(line)
const folder = mkdtempSync(join(tmpdir(), 'load-'))
chmodSync(folder, 0o755)
process.once('SIGINT', () => void endPrograms().finally(() => process.exit(130)))

let areKept = true
try {
  say('== the embedded database')
  areKept = await runLoad({ dataDir: join(folder, 'embedded'), seconds, say })
  if (isInstalled()) {
    say('== PostgreSQL 15')
    await withPostgres15(async (url) => {
      const fine = await runLoad({ dataDir: join(folder, 'files'), url, seconds, say })
      areKept &&= fine
    })
  } else say(`not tried: PostgreSQL 15, whose programs are not in ${programs} (POSTGRES_15)`)
} finally {
  await endPrograms()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
process.exitCode = areKept ? 0 : 1
