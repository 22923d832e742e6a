// Checks that a row has the values that the condition of a document reads.
// A row has only the columns of the list.
import type { Screen } from '../model/screen'
import { indexed, locationOf, reportProblem, type CompileContext } from '../context/compileContext'

export function checkPrintActions(context: CompileContext, screens: Readonly<Record<string, Screen>>): void {
  for (const file of context.manifests.screens) {
    const { entity, path, printActions } = file.manifest
    const { documents = [] } = context.entities[entity ?? '']?.entity ?? {}
    const rowPaths = ['state', ...(screens[path]?.columns ?? []).map(({ field }) => field)]
    for (const [index, written] of indexed(printActions)) {
      const name = typeof written === 'string' ? written : written.document
      const { when } = documents.find((document) => document.name === name) ?? {}
      const missing = when?.readPaths.find((read) => !rowPaths.includes(read))
      if (missing === undefined) continue
      const what = `The condition of \`${name}\` reads \`${missing}\`, which is no column of this list`
      reportProblem(locationOf(context, file, 'printActions', index), 'conflicting-keys', { what })
    }
  }
}
