// How do contract tests of senders get the stand-ins? As the server starts them, without the server. Not a test itself.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../../src/server/context/log'
import { serveStandIns } from '../../src/server/integrations/standIns/server'
import { readSchemas } from '../whole/schemas'
import { createSenderStandIn, type SenderStandIn } from '../../src/server/integrations/standIns/channels'

export interface StandIns {
  readonly address: string
  readonly sent: SenderStandIn['sent']
  close(): Promise<void>
}

export async function openStandIns(): Promise<StandIns> {
  const folder = mkdtempSync(join(tmpdir(), 'stand-ins-'))
  const app = readSchemas()
  const senders = createSenderStandIn(
    () => app,
    folder,
    () => new Date(),
  )
  const server = await serveStandIns(
    () => Promise.resolve({ status: 404, type: 'text/plain', body: '' }),
    senders,
    createLog('error'),
  )
  return {
    address: server.address,
    sent: senders.sent,
    async close() {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
