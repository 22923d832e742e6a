// Runs long tasks in at most two worker threads per process, with a short queue.
// An account has a share of the queue, and a full queue refuses; a task that takes too long or too much memory ends
// with its thread.
import { Worker } from 'node:worker_threads'
import { RequestError } from '../../protocol/requestError'
import type { Tasks } from './tasks'

const maxThreads = 2
const maxWaiting = 20
/** Waiting tasks of one account. */
const maxOfOne = 5
const idleMs = 60_000
/** A warm thread compiles in half the time, and authors save repeatedly. */
const idleAfterCompilingMs = 900_000
/** Nearly all that a compilation creates stays until its end; small young generations would be copied for nothing. */
const memory = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 96 }

/** The task was ended: it exceeded its time or its thread's memory. */
export class WorkEnded extends Error {
  override readonly name = 'WorkEnded'
}

interface Job {
  readonly task: keyof Tasks
  readonly input: unknown
  readonly seconds: number
  readonly account?: string
  readonly onEarly?: (early: never) => void
  readonly settle: (outcome: TaskResult) => void
}

/** What a task reports before it ends. */
type Early<Name extends keyof Tasks> =
  Parameters<Tasks[Name]> extends [unknown, (early: infer Reported) => void] ? Reported : never

interface TaskOptions<Name extends keyof Tasks> {
  /** Seconds that the task may take. */
  readonly seconds: number
  /** The caller's; absent: a task of the server itself. */
  readonly account?: string
  /** Called with what the task reports before its result. */
  readonly onEarly?: (early: Early<Name>) => void
}

type TaskResult = { readonly value: unknown } | { readonly error: Error }

interface Thread {
  readonly worker: Worker
  /** Its code is loaded; the seconds of its first job count from then. */
  ready?: true
  job?: Job
  timer?: NodeJS.Timeout
}

const threads = new Set<Thread>()
const waiting: Job[] = []

/**
 * The result of a task, computed in a thread.
 * @throws RequestError 503 when too many tasks wait, 429 when too many of the account; WorkEnded after its seconds;
 * Error with the task's own message
 */
export function inThread<Name extends keyof Tasks>(
  task: Name,
  input: Parameters<Tasks[Name]>[0],
  { seconds, account, onEarly }: TaskOptions<Name>,
): Promise<Awaited<ReturnType<Tasks[Name]>>> {
  if (waiting.length >= maxWaiting) return Promise.reject(new RequestError('server_busy', {}, { retryAfter: 5 }))
  if (account && waiting.filter((job) => job.account === account).length >= maxOfOne)
    return Promise.reject(new RequestError('too_many_requests', {}, { retryAfter: 5 }))
  return new Promise((resolve, reject) => {
    waiting.push({
      task,
      input,
      seconds,
      account,
      onEarly,
      settle: (outcome) =>
        'error' in outcome ? reject(outcome.error) : resolve(outcome.value as Awaited<ReturnType<Tasks[Name]>>),
    })
    next()
  })
}

/**
 * What a task reports before its result, as soon as it does, with the result for those who wait for it.
 * @throws what `inThread` throws, and Error where the task reports nothing
 */
export function earlyInThread<Name extends keyof Tasks>(
  task: Name,
  input: Parameters<Tasks[Name]>[0],
  options: TaskOptions<Name>,
): Promise<{ readonly early: Early<Name>; readonly ended: () => Promise<Awaited<ReturnType<Tasks[Name]>>> }> {
  return new Promise((resolve, reject) => {
    const result = inThread(task, input, {
      ...options,
      onEarly: (early) => resolve({ early, ended: () => result }),
    })
    result.then(() => reject(new Error(`The task ${task} reported nothing before its result.`)), reject)
  })
}

function next(): void {
  if (waiting.length === 0) return
  let free = [...threads].find(({ job }) => !job)
  if (!free && threads.size < maxThreads) free = begin()
  if (free) give(free, nextJob())
}

function nextJob(): Job {
  const atWork = new Set([...threads].map(({ job }) => job?.account))
  const place = waiting.findIndex(({ account }) => account === undefined || !atWork.has(account))
  return waiting.splice(Math.max(place, 0), 1)[0]!
}

function begin(): Thread {
  const worker = new Worker(new URL('thread.mjs', import.meta.url), { execArgv: [], resourceLimits: memory })
  const thread: Thread = { worker }
  threads.add(thread)
  worker.on('message', (reported: 'ready' | { early: never } | { value: unknown } | { error: string }) => {
    if (reported === 'ready') {
      thread.ready = true
      limitTime(thread)
    } else if ('early' in reported) thread.job?.onEarly?.(reported.early)
    else done(thread, 'error' in reported ? { error: new Error(reported.error) } : reported)
  })
  // A thread that crashes or exhausts its memory ends with its job, not with the process.
  worker.on('error', (error) => end(thread, new WorkEnded(error.message, { cause: error })))
  worker.on('exit', () => end(thread, new WorkEnded('The thread ended.')))
  return thread
}

function give(thread: Thread, job: Job): void {
  clearTimeout(thread.timer)
  thread.job = job
  thread.worker.ref()
  if (thread.ready) limitTime(thread)
  thread.worker.postMessage({ task: job.task, input: job.input })
}

/** On a busy machine a thread may take seconds to load its code, which the job cannot help. */
function limitTime(thread: Thread): void {
  const { job } = thread
  if (!job) return
  thread.timer = setTimeout(
    () => end(thread, new WorkEnded(`The work took longer than ${job.seconds} s.`)),
    job.seconds * 1_000,
  )
}

function done(thread: Thread, outcome: TaskResult): void {
  const { job } = thread
  clearTimeout(thread.timer)
  thread.job = undefined
  // A process whose other work is done need not wait for an idle thread.
  thread.worker.unref()
  const rest = job?.task === 'compile' || job?.task === 'editorSchemas' ? idleAfterCompilingMs : idleMs
  thread.timer = setTimeout(() => end(thread, new WorkEnded('Nothing was left to do.')), rest)
  thread.timer.unref()
  job?.settle(outcome)
  next()
}

function end(thread: Thread, error: Error): void {
  if (!threads.delete(thread)) return
  clearTimeout(thread.timer)
  void thread.worker.terminate()
  thread.job?.settle({ error })
  next()
}
