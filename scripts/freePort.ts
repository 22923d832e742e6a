// Finds a port for a program that is started beside this one.
import { createServer, type AddressInfo } from 'node:net'

/** A port of this machine that nothing uses. @throws where the wanted one is in use */
export function freePort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(wanted, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}
