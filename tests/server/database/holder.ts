// A process of its own that opens the database of a folder, so that tests can kill it; no test.
// Usage: holder.ts <folder> hold|write
// Prints `open <uid>`, `kept <id>` for each acknowledged row, `problem <message>`, `exit <sentence>`, `log <line>`.
import sql from 'sql-template-tag'
import { openDatabase } from '../../../src/server/database/connection/openDatabase'
import { DatabaseProblem } from '../../../src/server/database/startupProblem'

const [dataDir = '', mode = 'hold'] = process.argv.slice(2)
const say = (line: string) => process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const database = await openDatabase({
    dataDir,
    bufferMegabytes: 64,
    readSeconds: 10,
    log: (line) => say(`log ${line}`),
    onExit: (problem) => say(`exit ${problem.sentence}`),
  })
  process.once('SIGTERM', () => {
    database.close().then(
      () => process.exit(0),
      (error: unknown) => {
        say(`failed ${String(error)}`)
        process.exit(1)
      },
    )
  })
  say(`open ${process.getuid?.() ?? 0}`)
  if (mode !== 'write') return
  await database.query(sql`CREATE TABLE IF NOT EXISTS entry (id int8 PRIMARY KEY, text text NOT NULL)`)
  const [last] = await database.query<{ id: number }>(sql`SELECT coalesce(max(id), 0) AS id FROM entry`)
  for (let id = (last?.id ?? 0) + 1; ; id += 1) {
    await database.transaction((tx) => tx.query(sql`INSERT INTO entry (id, text) VALUES (${id}, ${`第 ${id} 条`})`))
    say(`kept ${id}`)
  }
}

main().catch((error: unknown) => {
  say(error instanceof DatabaseProblem ? `problem ${error.message}` : `failed ${String(error)}`)
  process.exit(1)
})
