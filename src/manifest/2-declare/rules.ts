// Declares the named rules of the entities and of the app.
import { checkName, locationOf, reportProblem, type CompileContext } from '../context/compileContext'
import type { File } from '../1-read/manifestFiles'

export function declareRules(context: CompileContext): void {
  const { app, entities } = context.manifests
  const shared = app?.manifest.rules ?? {}
  if (app !== undefined) declareRulesOf(context, app, shared)
  for (const file of entities.values()) {
    const rules = file.manifest.rules ?? {}
    declareRulesOf(context, file, rules, file.name)
    for (const name of Object.keys(rules))
      if (Object.hasOwn(shared, name))
        reportProblem(
          locationOf(context, file, 'rules', name),
          'duplicate-name',
          { kind: 'rule', name, other: 'app.json' },
          { key: true },
        )
  }
}

function declareRulesOf(
  context: CompileContext,
  file: File<unknown>,
  rules: Readonly<Record<string, string>>,
  entity?: string,
): void {
  for (const [name, source] of Object.entries(rules)) {
    checkName(locationOf(context, file, 'rules', name), name)
    context.base.rules?.declare({ name, source, ...(entity !== undefined && { entity }) })
  }
}
