// With which settings does the embedded server run? Durability is never traded for speed.
import { statfsSync } from 'node:fs'
import { totalmem } from 'node:os'

/** The settings of every start, without where it listens. No value holds a blank: Windows passes them in one line. */
export function serverSettings(): Record<string, string> {
  return {
    shared_buffers: `${sharedBuffers(totalmem(), process.constrainedMemory())}MB`,
    // What a report groups is to fit, and a page read out of turn costs hardly more than the next one.
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
 * How much of the memory holds pages of the database, in MB: an eighth, as the rest is for the work on them, the program and what the system holds itself.
 * @param machine bytes of memory
 * @param container bytes that the container may use; 0 where there is no limit
 */
export function sharedBuffers(machine: number, container: number): number {
  const memory = container > 0 ? Math.min(machine, container) : machine
  return Math.min(1_024, Math.max(128, Math.floor(memory / 8 / 1_048_576)))
}

// Containers give /dev/shm 64 MB unless told otherwise, and parallel plans then fail in the middle of a query.
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

/** The environment of the server's programs: ours without what would talk PostgreSQL into other folders, ports or locales. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(PG|LC_|LANG|NODE_|LD_PRELOAD|DATABASE_URL)/i.test(name),
  )
  return Object.fromEntries(kept)
}
