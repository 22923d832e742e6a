// Turns a changed folder of manifests into the live App: compile, check, migrate, swap, notify.
// An invalid folder changes nothing: its problems are printed and shown to administrators.
import { relative } from 'node:path'
import { compile } from '../../manifest/compile'
import type { App } from '../../manifest/model/app'
import { printProblem } from '../../manifest/problems/print'
import type { Problem } from '../../manifest/problems/problem'
import { sayMigrated } from './sayMigrated'
import { migrate } from '../migration/migrate'
import { MigrationProblem } from '../migration/refusal'
import { endpointProblems } from '../endpoints/declaredCalls'
import type { Dependencies } from '../endpoints/contract/dependencies'
import { operations } from '../endpoints/operations'
import { readSources } from '../workers/readManifests'
import { unpackApp } from '../workers/packedApp'
import { inThread } from '../workers/threads'

/** Seconds that compiling may take on a busy machine. */
const longest = 120

/** The manifests of a folder, compiled: an App with its printed warnings, or the printed problems. */
export type CompiledFolder =
  | { readonly app: App; readonly warnings: readonly string[] }
  | { readonly problems: readonly string[] }

export async function compileFolder(folder: string): Promise<CompiledFolder> {
  const compiled = compile(readSources(folder), { operations: Object.keys(operations) })
  return compiled.ok
    ? callable(compiled.app, printed(compiled.warnings, folder))
    : { problems: printed(compiled.problems, folder) }
}

/** Compiles in a worker thread, so that calls are served meanwhile. */
async function compileBeside(folder: string): Promise<CompiledFolder> {
  const compiled = await inThread('compile', { folder, operations: Object.keys(operations) }, longest)
  return 'problems' in compiled
    ? { problems: printed(compiled.problems, folder) }
    : callable(unpackApp(compiled.packed), printed(compiled.warnings, folder))
}

const printed = (problems: readonly Problem[], folder: string): readonly string[] =>
  problems.map((problem) => printProblem(problem, relative(process.cwd(), folder)))

function callable(app: App, warnings: readonly string[]): CompiledFolder {
  const problems = endpointProblems(app)
  return problems.length > 0 ? { problems } : { app, warnings }
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
    live.tell({ event: 'problems', problems, warnings: holder.warnings }, (viewer) => viewer.administrator)
    return
  }
  const mended = holder.problems.length > 0
  const changed = compiled.app.revision !== holder.current.revision
  if (!changed && !mended) return
  const { warnings } = compiled
  const doubtful = warnings.join() !== holder.warnings.join()
  holder.swap(changed ? compiled.app : holder.current, warnings)
  callers.forget()
  if (mended || doubtful) live.tell({ event: 'problems', problems: [], warnings }, (viewer) => viewer.administrator)
  if (doubtful && warnings.length > 0) log.say(`\n${warnings.join('\n\n')}\n`)
  if (changed) live.tell({ event: 'revision', revision: compiled.app.revision })
  log.say(`The manifests were taken over in ${Math.round(performance.now() - began)} ms.`)

  async function migrated(app: App): Promise<readonly string[]> {
    if (app.revision === holder.current.revision) return []
    return migrate(database, app).then(
      (done) => {
        sayMigrated(log, done)
        return []
      },
      (error: unknown) =>
        error instanceof MigrationProblem
          ? error.printed(configuration.schemasDir, relative(process.cwd(), configuration.schemasDir))
          : [error instanceof Error ? error.message : String(error)],
    )
  }
}
