// Turns a changed folder of manifests into the live App: compile, check, migrate, swap, notify.
// An invalid folder changes nothing: its problems are printed and shown to administrators.
import { relative } from 'node:path'
import { compile } from '../../manifest/compile'
import type { App } from '../../manifest/model/app'
import { printProblem } from '../../manifest/problems/print'
import { migrate } from '../migration/migrate'
import { endpointProblems } from '../endpoints/declaredCalls'
import type { Dependencies } from '../endpoints/contract/dependencies'
import { operations } from '../endpoints/operations'
import { readSources } from '../workers/readManifests'
import type { PackedApp } from '../workers/tasks'
import { inThread } from '../workers/threads'

/** Seconds that compiling may take on a busy machine. */
const longest = 120

/** The manifests of a folder, compiled: an App, or the printed problems. */
export async function compileFolder(
  folder: string,
): Promise<{ readonly app: App } | { readonly problems: readonly string[] }> {
  const compiled = compile(readSources(folder), { operations: Object.keys(operations) })
  if (!compiled.ok)
    return { problems: compiled.problems.map((problem) => printProblem(problem, relative(process.cwd(), folder))) }
  const problems = endpointProblems(compiled.app)
  return problems.length > 0 ? { problems } : { app: compiled.app }
}

/** Compiles in a worker thread, so that calls are served meanwhile. */
async function compileBeside(folder: string): ReturnType<typeof compileFolder> {
  const compiled = await inThread('compile', { folder, operations: Object.keys(operations) }, longest)
  if ('problems' in compiled)
    return { problems: compiled.problems.map((problem) => printProblem(problem, relative(process.cwd(), folder))) }
  const app = unpack(compiled)
  const problems = endpointProblems(app)
  return problems.length > 0 ? { problems } : { app }
}

/** Restores what messages between threads lose: maps without prototype, and frozen objects. */
function unpack({ app, bare }: PackedApp): App {
  for (const item of bare) Object.setPrototypeOf(item, null)
  const freeze = (value: unknown) => {
    if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
    Object.freeze(value)
    for (const part of Object.values(value)) freeze(part)
  }
  freeze(app)
  return app as App
}

/** Reloads the App from the folder. */
export async function reloadManifests({
  holder,
  database,
  configuration,
  log,
  live,
  callers,
}: Dependencies): Promise<void> {
  const began = performance.now()
  const compiled = await compileBeside(configuration.schemasDir)
  const problems = 'problems' in compiled ? compiled.problems : await migrated(compiled.app)
  if (problems.length > 0 || !('app' in compiled)) {
    holder.keep(problems)
    log.say(`\n${problems.join('\n\n')}\n\nThe manifests are not sound; the last good ones stay live.`)
    live.tell({ event: 'problems', problems }, (viewer) => viewer.administrator)
    return
  }
  const mended = holder.problems.length > 0
  const changed = compiled.app.revision !== holder.current.revision
  if (!changed && !mended) return
  holder.swap(changed ? compiled.app : holder.current)
  callers.forget()
  if (mended) live.tell({ event: 'problems', problems: [] }, (viewer) => viewer.administrator)
  if (changed) live.tell({ event: 'revision', revision: compiled.app.revision })
  log.say(`The manifests were taken over in ${Math.round(performance.now() - began)} ms.`)

  async function migrated(app: App): Promise<readonly string[]> {
    if (app.revision === holder.current.revision) return []
    return migrate(database, app).then(
      () => [],
      (error: unknown) => [error instanceof Error ? error.message : String(error)],
    )
  }
}
