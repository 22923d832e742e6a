// How does a changed folder of manifests become the live App? Compiled, checked against the server's operations, migrated, swapped, told to the browsers.
// What is unsound changes nothing: the App goes on, its problems are printed and shown to administrators.
import { compile } from '../manifest/compile'
import type { App } from '../manifest/app'
import { printProblem } from '../manifest/problem'
import { migrate } from './database/migrate'
import { endpointProblems } from './declaredCalls'
import type { Dependencies } from './dependencies'
import { operations } from './operations/index'
import { readSources } from './sources'

/** The manifests of a folder, compiled: an App, or the printed problems. */
export async function compileFolder(
  folder: string,
): Promise<{ readonly app: App } | { readonly problems: readonly string[] }> {
  const compiled = compile(readSources(folder), { operations: Object.keys(operations) })
  if (!compiled.ok) return { problems: compiled.problems.map((problem) => printProblem(problem)) }
  const problems = endpointProblems(compiled.app)
  return problems.length > 0 ? { problems } : { app: compiled.app }
}

/** Takes over what the folder holds now. */
export async function takeOver({ holder, database, configuration, log, live, callers }: Dependencies): Promise<void> {
  const began = performance.now()
  const compiled = await compileFolder(configuration.schemasDir)
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
