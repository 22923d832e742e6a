// Proves that all servers of a database need one secret key: another one signs wrongly and opens
// nothing, so it is refused.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startServer, type RunningServer } from '../../src/server/boot/startServer'
import { readConfiguration } from '../../src/server/context/configuration'
import { createLog } from '../../src/server/context/log'
import { freshDatabase } from './freshDatabase'
import { writeManifests } from './manifestFolder'

it('refuses another secret key than that of the secrets in the database', async () => {
  const root = mkdtempSync(join(tmpdir(), 'key-'))
  const [schemas, first, second] = ['schemas', 'first', 'second'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ]
  await writeManifests(schemas)
  const shared = await freshDatabase()
  const { host, port, user, password, database } = shared.database.pool.options
  const [word, socket] = [encodeURIComponent(String(password)), encodeURIComponent(String(host))]
  const url = shared.url ?? `postgres://${user}:${word}@localhost:${port}/${database}?host=${socket}`
  let running: RunningServer | undefined
  const start = async (environment: Record<string, string>) =>
    (running = await startServer({
      configuration: readConfiguration({ PORT: '0', DATABASE_URL: url, SCHEMAS_DIR: schemas, ...environment }),
      log: { ...createLog('silent'), say: () => undefined },
      webFolder: join(root, 'none'),
    }))
  try {
    await start({ DATA_DIR: first })
    await expect(start({ DATA_DIR: second }), 'a second server with a key of its own').rejects.toThrow(
      `The secret key of ${second}/secret.key is not the one`,
    )
    await running!.close()
    await expect(start({ DATA_DIR: first, SECRET_KEY: 'ab'.repeat(32) })).rejects.toThrow(
      'The secret key in SECRET_KEY',
    )
    await start({ DATA_DIR: first })
  } finally {
    await running?.close()
    await shared.remove()
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  }
})
