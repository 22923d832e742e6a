// The port of the servers that a worker starts one after the other: a page that goes on to the next stays on its site.
import { freePort } from '../../scripts/freePort'

/** The worker's own while it is free, else any (0), as where nothing is handed on. */
export const testPort = async (): Promise<number> => {
  const { TEST_PORT: port } = process.env
  return port ? freePort(Number(port)).catch(() => 0) : 0
}
