// How long did the server's own thread keep everybody waiting? Loaded into the server by --import; printed at SIGUSR2.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  // Each figure contains the wait of its own timer: a short one.
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  process.on('SIGUSR2', () => {
    const [high, longest] = [delay.percentile(99.9), delay.max].map((value) => Math.round(value / 1e6))
    process.stderr.write(`loop delay: 99.9 of 100 at most ${high} ms, longest ${longest} ms\n`)
    delay.reset()
  })
}
