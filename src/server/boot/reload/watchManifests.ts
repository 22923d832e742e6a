// Watches the folder of manifests while the server runs. Reloads it after decisions on proposals.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { WatchMode } from '../../context/variables'
import type { Dependencies } from '../../endpoints/contract/dependencies'
import { printedSentence } from '../../../manifest/problems/print'
import { SourcesProblem, unreadable } from '../../workers/readManifests'
import { inThread } from '../../workers/threads'
import {
  callTypesFile,
  editorFolder,
  editorSchemas,
  writeEditorSchemas,
  type EditorSchemas,
} from '../../workers/editor/editorSchemas'
import { allCallTypes } from './describeCalls'
import { countWaitingChanges } from './folderChanges'
import { followDecision, isFolderLive, reloadManifests } from './reloadManifests'
import { watchFiles } from './watchFiles'

/** Seconds that the schemas for editors may take on a busy machine. */
const maxSeconds = 120

/** Reads changed manifests until the returned function is called. */
export async function watchManifests(
  dependencies: Dependencies,
  mode: Exclude<WatchMode, 'off'>,
): Promise<() => Promise<void>> {
  const { liveApp, log, live } = dependencies
  const { schemasDir } = dependencies.configuration
  let reloading: Promise<void> = Promise.resolve()
  let lastSentence: string | undefined
  const fail = (thrown: unknown) => {
    const error = unreadable(schemasDir, thrown)
    const sentence = error instanceof Error ? error.message : String(error)
    // Report a lasting failure once, in the log and in the page.
    if (sentence === lastSentence) return
    lastSentence = sentence
    liveApp.reject([printedSentence(sentence)])
    live.send(
      { event: 'problems', problems: liveApp.problems, warnings: liveApp.warnings },
      (viewer) => viewer.administrator,
    )
    if (error instanceof SourcesProblem) log.say(`\n${sentence}`)
    else log.error('The manifests could not be checked', error)
  }
  /** One after the other. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = reloading.then(work).then(() => {
      lastSentence = undefined
    })
    reloading = done.catch(() => undefined)
    return done
  }
  const reload = () =>
    inTurn(async () => {
      if (!(await reloadManifests(dependencies, mode))) return
      const { revision } = liveApp.current
      await writeNames(dependencies, () =>
        inThread('editorSchemas', { folder: schemasDir, revision }, { seconds: maxSeconds }),
      )
    })
  await writeNames(dependencies, () => editorSchemas(schemasDir, liveApp.current))
  await countWaitingChanges(dependencies)
  let closed = false
  live.onChanged(({ entities }) => {
    const { proposals } = liveApp.current.product
    if (!closed && proposals && entities.includes(proposals.entity))
      inTurn(() => followDecision(dependencies, mode)).catch(fail)
  })
  const watch = await watchFiles({
    folder: schemasDir,
    ignored: editorFolder,
    onChange: reload,
    onError: fail,
    // The folder may have changed during the start.
    hasChanged: () => !isFolderLive(dependencies),
  })
  return async () => {
    closed = true
    await watch.close()
    await reloading
  }
}

/** A failure here must not stop the watch. */
async function writeNames(
  { liveApp, log, configuration: { schemasDir } }: Pick<Dependencies, 'liveApp' | 'log' | 'configuration'>,
  make: () => EditorSchemas | undefined | Promise<EditorSchemas | undefined>,
): Promise<void> {
  try {
    const schemas = await make()
    const isTyped = existsSync(join(schemasDir, editorFolder, callTypesFile))
    const files = isTyped && schemas ? { ...schemas, [callTypesFile]: await allCallTypes(liveApp.current) } : schemas
    await writeEditorSchemas(schemasDir, files, log.say)
  } catch (error) {
    log.error('The names of this product could not be written for editors', error)
  }
}
