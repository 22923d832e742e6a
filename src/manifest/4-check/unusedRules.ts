// Reports named rules that no rule uses.
import { namedRuleLocation, reportProblem, type CompileContext } from '../context/compileContext'

export function reportUnusedRules(context: CompileContext): void {
  const { unreadable } = context.manifests
  if (Object.values(unreadable).some((names) => names.size > 0)) return
  for (const rule of context.base.rules?.unused() ?? []) {
    const location = namedRuleLocation(context, rule)
    if (location !== undefined) reportProblem(location, 'unused-rule', { name: rule.name }, { key: true })
  }
}
