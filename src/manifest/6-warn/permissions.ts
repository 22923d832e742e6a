// Warns of permission codes that open nothing.
import { locationOf, type CompileContext } from '../context/compileContext'
import { declaredCodes } from '../context/permissionCodes'
import { visit } from '../expression/analyze'
import type { Warnings } from './warnings'

export function warnOfPermissions(
  context: CompileContext,
  warnings: Warnings,
  wordCounts: ReadonlyMap<string, number>,
): void {
  const inRules = new Set<unknown>()
  for (const { rule } of context.rules)
    visit(rule.node, (part) => {
      if (part.kind === 'literal') inRules.add(part.value)
    })
  for (const { code: name, file, key } of declaredCodes(context.manifests))
    if (!wordCounts.has(name) && !inRules.has(name))
      warnings.at(locationOf(context, file, key, name), 'unused-permission', { name }, { key: true })
}
