// How long does a saved manifest take until it is live? Measured from the write of a file to the first answer of the
// server with the new revision, for the product and for products of more screens.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compile } from '../../../src/manifest/compile'
import type { EntryAnswer } from '../../../src/protocol/publicEntry'
import { readSources } from '../../../src/server/workers/readManifests'
import { root, startChild } from '../child'
import type { Judge } from '../aims'
import { cpuBetween, cpuOf } from '../cpu'
import { median, round, table } from '../figures'
import type { BenchOptions } from '../benchOptions'
import { openPlace } from '../place'
import { copySchemas } from '../schemas'
import { manifestsOf } from './pattern'

type Say = (line: string) => void

/** The product's own manifests, and sets of that many screens. */
const sets = ['product', 120, 500] as const
/** Milliseconds of rest between two looks at the revision. */
const rest = 5
/** A server that uses no more milliseconds of CPU in such a span has nothing left to do. */
const [restingCpu, restingSpan] = [20, 300]
/** Milliseconds after which a change that is not live is an error. */
const patience = 60_000

export async function benchManifests({ repeats }: BenchOptions, say: Say, judge: Judge): Promise<void> {
  say(`\n== Manifests: from the saved file until its revision is live, medians of ${repeats}\n`)
  const rows: string[][] = []
  for (const set of sets) {
    const place = await openPlace()
    try {
      const schemas = join(place.folder, 'schemas')
      const changed = set === 'product' ? await copyProduct(schemas) : writePattern(schemas, set)
      const { compiled, live } = await measure(place, { schemas, changed, repeats })
      const files = readSources(schemas).length
      const screens = set === 'product' ? 'the product' : String(set)
      const later = median(live.slice(1))
      const aim = set === 'product' ? '' : judge(`live at ${set} screens`, later)
      rows.push([screens, String(files), round(compiled, 0), round(live[0]!, 0), round(later, 0), aim])
    } finally {
      await place.close()
    }
  }
  say(table(['screens', 'files', 'CPU of a compilation', 'live, the first', 'live, later', 'aim'], rows))
}

interface Measured {
  /** CPU milliseconds of one compilation in this process, the median. */
  readonly compiled: number
  /** Milliseconds until each change was live. */
  readonly live: readonly number[]
}

async function measure(
  place: Awaited<ReturnType<typeof openPlace>>,
  { schemas, changed, repeats }: { schemas: string; changed: string; repeats: number },
): Promise<Measured> {
  const environment = {
    DATABASE_URL: place.url,
    DATA_DIR: join(place.folder, 'files'),
    SCHEMAS_DIR: schemas,
    DEMO: 'off',
    WATCH: 'on',
    LOG_LEVEL: 'error',
  }
  const server = await startChild({
    words: [join(root, 'scripts/start.mjs'), '--no-build'],
    environment,
    ready: '/api/entry',
  })
  try {
    const live: number[] = []
    for (let turn = 0; turn <= repeats; turn += 1) {
      await atRest(server.pid)
      const before = await revisionOf(server.url)
      const manifest = JSON.parse(readFileSync(changed, 'utf8')) as { title: string[] }
      manifest.title[0] = `${manifest.title[0]!.replace(/\d+$/, '')}${turn}`
      const began = performance.now()
      writeFileSync(changed, JSON.stringify(manifest, null, 2))
      while ((await revisionOf(server.url)) === before) {
        if (performance.now() - began > patience) throw new Error(`The change of ${changed} did not become live.`)
        await new Promise((resolve) => setTimeout(resolve, rest))
      }
      live.push(performance.now() - began)
    }
    const sources = readSources(schemas)
    return { compiled: median(Array.from({ length: repeats }, () => cpuOfCompilation(sources))), live }
  } finally {
    await server.stop()
  }
}

/** Waits until the server has done what follows a change, such as its warnings: authors save seconds apart. */
async function atRest(pid: number): Promise<void> {
  for (let used = Infinity; used > restingCpu;) {
    const before = cpuOf([pid])
    await new Promise((resolve) => setTimeout(resolve, restingSpan))
    used = cpuBetween(before, cpuOf([pid]))
  }
}

function cpuOfCompilation(sources: ReturnType<typeof readSources>): number {
  const before = process.cpuUsage()
  const compiled = compile(sources)
  const { user, system } = process.cpuUsage(before)
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems.slice(0, 3), null, 2))
  return (user + system) / 1_000
}

async function revisionOf(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/entry`)
  return ((await answer.json()) as { data: EntryAnswer }).data.revision
}

async function copyProduct(folder: string): Promise<string> {
  await copySchemas(folder)
  return join(folder, 'customer/CustomerList.screen.json')
}

function writePattern(folder: string, screens: number): string {
  for (const { path, text } of manifestsOf(screens)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return join(folder, 'm0/S0.screen.json')
}
