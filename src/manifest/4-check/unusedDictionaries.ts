// Reports dictionaries that nothing uses.
import { locationOf, indexed, reportProblem, type CompileContext } from '../context/compileContext'

/** A dictionary serves fields; the options of an operation count as use. */
export function reportUnusedDictionaries(context: CompileContext): void {
  const { unreadable } = context.manifests
  if (unreadable.entity.size + unreadable.endpoint.size + unreadable.screen.size > 0) return
  const options = JSON.stringify(indexed(context.manifests.endpoints).map(([, file]) => file.manifest.options ?? null))
  for (const [name, file] of context.manifests.dictionaries) {
    if (!context.usedDictionaries.has(name) && !options.includes(JSON.stringify(name)))
      reportProblem(locationOf(context, file, 'title'), 'unused-dictionary', { name }, { key: true })
  }
}
