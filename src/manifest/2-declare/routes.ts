// Declares the addresses of modules and screens.
import { locationOf, reportProblem, type CompileContext } from '../context/compileContext'

/** Declares every address, so that any manifest can refer to it. An address leads to one thing. */
export function declareRoutes(context: CompileContext): void {
  const { modules, screens } = context.manifests
  for (const file of modules.values()) {
    const { path } = file.manifest
    if (path === undefined) continue
    const other = context.routes.get(path)
    if (other !== undefined) reportProblem(locationOf(context, file, 'path'), 'duplicate-route', { path, other })
    else context.routes.set(path, file.path)
  }
  const homeless = new Set<string>()
  for (const file of screens) {
    const { path } = file.manifest
    const other = context.routes.get(path)
    if (other !== undefined) reportProblem(locationOf(context, file, 'path'), 'duplicate-route', { path, other })
    else context.routes.set(path, file.path)
  }
  for (const file of [...screens, ...context.manifests.entities.values()]) {
    if (modules.has(file.module) || context.manifests.unreadable.module.has(file.module) || homeless.has(file.module))
      continue
    homeless.add(file.module)
    context.problems.addFile(
      file.path,
      'missing-file',
      { file: `${file.module}/module.json` },
      'Every folder of manifests is a module.',
    )
  }
}
