// Stops the database when this process exits without having done so, by a signal or a defect.
// Only a killed process leaves a server behind.
import { spawnSync } from 'node:child_process'
import { birthOf } from './process'

/** Stops the server `pid` when this process exits; returns the function that cancels this. */
export function stopOnExit(pid: number, pgCtl: string, cluster: string): () => void {
  const birth = birthOf(pid)
  const onExit = () => {
    if (birth === undefined || birthOf(pid) !== birth) return
    if (process.platform === 'win32')
      spawnSync(pgCtl, ['stop', '-D', cluster, '-m', 'fast', '-W'], { windowsHide: true })
    // Like `pg_ctl stop -m fast`: cuts connections off, loses nothing.
    else process.kill(pid, 'SIGINT')
  }
  process.once('exit', onExit)
  return () => {
    process.off('exit', onExit)
  }
}
