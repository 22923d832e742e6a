// Detects whole numbers that PostgreSQL can compute with integer types.
// numeric costs several times as much per row.
import type { FunctionName, RuleNode } from '../../../manifest/model/rule'
import type { RowSource, SqlScope } from './rowSource'
import { settingOf } from './nameSql'

const counting: ReadonlySet<FunctionName> = new Set(['daysBetween', 'size'])
const asItsArguments: ReadonlySet<FunctionName> = new Set(['max', 'min', 'abs', 'coalesce'])

/** Whether an expression has an integer type, far from the end of its range. */
export function isInteger(node: RuleNode, scope: SqlScope): boolean {
  switch (node.kind) {
    case 'literal':
      return node.type === 'number' && /^\d+$/.test(String(node.value)) && Number.isSafeInteger(Number(node.value))
    case 'name':
      return node.scope === 'record' && scope.source !== undefined && endsInInt(scope.source, node.path)
    case 'negate':
      return isInteger(node.of, scope)
    case 'choose':
      return isInteger(node.yes, scope) && isInteger(node.no, scope)
    case 'index':
      return (
        node.type === 'number' &&
        isSetting(node.of) &&
        Object.values(settingOf(node.of, scope.planning.app)).every(Number.isSafeInteger)
      )
    case 'call':
      return (
        counting.has(node.name) || (asItsArguments.has(node.name) && node.args.every((arg) => isInteger(arg, scope)))
      )
    case 'binary':
      return (node.op === '+' || node.op === '-') && isInteger(node.left, scope) && isInteger(node.right, scope)
    default:
      return false
  }
}

const isSetting = (node: RuleNode) => node.kind === 'name' && node.scope === 'settings'

function endsInInt(
  { fields, planning }: Pick<RowSource, 'fields' | 'planning'>,
  [name, ...rest]: readonly string[],
): boolean {
  const field = name === undefined ? undefined : fields[name]
  if (!field || rest.length === 0) return field?.type === 'int'
  const target = planning.app.entities[field.entity ?? '']
  return target !== undefined && endsInInt({ fields: target.fields, planning }, rest)
}
