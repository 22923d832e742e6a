// Lists the jobs of a running server with their last and next turns, or runs one of them at once.
import { textIn } from '../src/manifest/model/text'
import type { DeclaredJob, JobsAnswer, RunJobAnswer } from '../src/protocol/records/jobCalls'
import { callServer } from './callServer'
import { readCommandLine } from './commandLine.mjs'

const usage = `npm run jobs [-- flags] [NAME]

Lists the jobs that the manifests of a running server declare, with their last and next turns. With NAME it runs that
job at once on all records that are due, whatever its interval. API_KEY has the key of an administrator.

  --server ADDRESS   the server, http://localhost:3000 if absent
  --json             one object for machines
  --help             this text`

const { flags, values, words } = readCommandLine(usage, { flags: ['json'], values: ['server'], words: [0, 1] })
const { server: address = 'http://localhost:3000' } = values
const [name] = words
const asJson = flags.has('json')

async function list(): Promise<void> {
  const { jobs } = await callServer<JobsAnswer>(address, '/api/jobs', {})
  if (asJson)
    return console.log(JSON.stringify({ jobs: jobs.map((job) => ({ ...job, nextRun: nextRun(job) })) }, null, 2))
  if (jobs.length === 0) return console.log('The manifests of this server declare no jobs.')
  const now = new Date().toISOString()
  const rows = jobs.map((job) => [
    job.name,
    `every ${interval(job.everySeconds)}`,
    `last ${minuteOf(job.lastRun) ?? 'never'}`,
    `next ${(nextRun(job) ?? '') > now ? minuteOf(nextRun(job)) : 'at once'}`,
    `${textIn(job.entity, 'en')}: ${textIn(job.transition, 'en')}`,
  ])
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  console.log(
    rows
      .map((row) =>
        row
          .map((cell, column) => cell.padEnd(widths[column]!))
          .join('  ')
          .trimEnd(),
      )
      .join('\n'),
  )
}

/** Goes on as long as records are left that the time of a call was too short for. */
async function run(job: string): Promise<void> {
  let done = 0
  const refused = new Map<number, RunJobAnswer['refused'][number]>()
  for (let goesOn = true; goesOn;) {
    const answer = await callServer<RunJobAnswer>(address, '/api/jobs/run', { name: job })
    done += answer.done
    for (const record of answer.refused) refused.set(record.id, record)
    goesOn = answer.more && answer.done > 0
  }
  if (refused.size > 0) process.exitCode = 1
  if (asJson) return console.log(JSON.stringify({ done, refused: [...refused.values()] }, null, 2))
  console.log(`${job}: ${done} done, ${refused.size} refused`)
  for (const { id, label, message } of refused.values()) console.log(`  ${id} ${label}: ${message}`)
}

/** As ISO 8601; null: it has had no turn yet, and takes one at once. */
function nextRun({ lastRun, everySeconds }: DeclaredJob): string | null {
  return lastRun === null ? null : new Date(Date.parse(lastRun) + everySeconds * 1_000).toISOString()
}

const minuteOf = (moment: string | null) =>
  moment && `${new Date(moment).toISOString().slice(0, 16).replace('T', ' ')}Z`

const units = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const

function interval(seconds: number): string {
  const [size, unit] = units.find(([length]) => seconds % length === 0)!
  return `${seconds / size} ${unit}`
}

if (name === undefined) await list()
else await run(name)
