// What if this process ends without having stopped its database, by a second signal or a defect? The database is told to stop with its last breath,
// so that none is left behind; only a process that is killed outright cannot.
import { spawnSync } from 'node:child_process'
import { birthOf } from './process'

/** Stops the server `pid` when this process exits; answers how to take that back. */
export function stopOnExit(pid: number, pgCtl: string, cluster: string): () => void {
  const birth = birthOf(pid)
  const onExit = () => {
    if (birth === undefined || birthOf(pid) !== birth) return
    if (process.platform === 'win32')
      spawnSync(pgCtl, ['stop', '-D', cluster, '-m', 'fast', '-W'], { windowsHide: true })
    // As `pg_ctl stop -m fast` does: connections are cut off, nothing is lost.
    else process.kill(pid, 'SIGINT')
  }
  process.once('exit', onExit)
  return () => {
    process.off('exit', onExit)
  }
}
