// Entry of a worker thread. Plain JavaScript, because a thread starts without a TypeScript loader.
// When run from the sources it registers one first.
import { existsSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

// Lower the priority of this thread below the one that answers calls. Only Linux has priorities per thread.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const source = new URL('tasks.ts', import.meta.url)
const inSources = existsSync(source)
if (inSources) (await import('tsx/esm/api')).register()
const { tasks } = await import(inSources ? source.href : new URL('tasks.js', import.meta.url).href)

/** What is handed over instead of cloned, which would occupy the server's thread. */
const buffersIn = (value) =>
  Object.values(value ?? {})
    .flat()
    .filter((item) => item instanceof ArrayBuffer)

const report = (early) => parentPort.postMessage({ early })

parentPort.on('message', async ({ task, input }) => {
  try {
    const value = await tasks[task](input, report)
    parentPort.postMessage({ value }, buffersIn(value))
  } catch (error) {
    parentPort.postMessage({ error: error instanceof Error ? error.message : String(error) })
  }
})
parentPort.postMessage('ready')
