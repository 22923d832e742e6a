// The settings of the embedded server; durability is never traded for speed.
import { statfsSync } from 'node:fs'
import { totalmem } from 'node:os'

/**
 * The settings of every start, except the address. No value contains a space: Windows passes them in one line.
 * @param bufferMegabytes absent: by the memory of the machine
 */
export function serverSettings(
  bufferMegabytes = sharedBuffers(totalmem(), process.constrainedMemory()),
): Record<string, string> {
  return {
    shared_buffers: `${bufferMegabytes}MB`,
    // Room for a report's groups; and random page reads cost hardly more than sequential ones.
    work_mem: '16MB',
    random_page_cost: '1.1',
    max_connections: '60',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    datestyle: 'ISO',
    // Plans of a back office are short; compiling them costs more than it saves.
    jit: 'off',
    log_checkpoints: 'off',
    logging_collector: 'off',
    log_destination: 'stderr',
    ...(sharedMemoryIsSmall() && { dynamic_shared_memory_type: 'mmap' }),
  }
}

/**
 * Memory for shared buffers in MB: an eighth; the rest serves queries, the program and the system's cache.
 * @param machine bytes of memory
 * @param container bytes that the container may use; 0 where there is no limit
 */
export function sharedBuffers(machine: number, container: number): number {
  const memory = container > 0 ? Math.min(machine, container) : machine
  return Math.min(1_024, Math.max(128, Math.floor(memory / 8 / 1_048_576)))
}

// Containers limit /dev/shm to 64 MB by default, and parallel plans then fail in the middle of a query.
function sharedMemoryIsSmall(): boolean {
  if (process.platform !== 'linux') return false
  try {
    const { bsize, blocks } = statfsSync('/dev/shm')
    return bsize * blocks < 256 * 1024 * 1024
  } catch (error) {
    if (['ENOENT', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return true
    throw error
  }
}

/**
 * The environment of the server's programs, without variables that redirect PostgreSQL to other folders, ports or
 * locales.
 */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const stored = Object.entries(process.env).filter(
    ([name]) => !/^(PG|LC_|LANG|NODE_|LD_PRELOAD|DATABASE_URL)/i.test(name),
  )
  return Object.fromEntries(stored)
}
