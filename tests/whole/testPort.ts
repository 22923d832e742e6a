// The port for the servers that a test worker starts one after the other.
// With the same port a page that goes on to the next server stays on its site, with its cache and storage.
import { freePort } from '../../scripts/freePort'

/** TEST_PORT while it is free; else 0, which lets the system choose. */
export const testPort = async (): Promise<number> => {
  const { TEST_PORT: port } = process.env
  return port ? freePort(Number(port)).catch(() => 0) : 0
}
