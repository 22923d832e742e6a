// Which values are whole numbers that PostgreSQL can calculate with as such? They need no numeric, which costs several times as much for each row.
import type { FunctionName, RuleNode } from '../../manifest/app'
import type { Frame } from './frame'
import { settingOf } from './name-sql'
import type { Place } from './rule-sql'

const counting: ReadonlySet<FunctionName> = new Set(['days', 'size'])
const asItsArguments: ReadonlySet<FunctionName> = new Set(['max', 'min', 'abs', 'coalesce'])

/** Whether the expression of a value is of an integer type, and far from the end of its range. */
export function isWhole(node: RuleNode, place: Place): boolean {
  switch (node.kind) {
    case 'literal':
      return node.type === 'number' && /^\d+$/.test(String(node.value)) && Number.isSafeInteger(Number(node.value))
    case 'name':
      return node.scope === 'record' && place.frame !== undefined && endsInInt(place.frame, node.path)
    case 'negate':
      return isWhole(node.of, place)
    case 'choose':
      return isWhole(node.yes, place) && isWhole(node.no, place)
    case 'index':
      return (
        node.type === 'number' &&
        isSetting(node.of) &&
        Object.values(settingOf(node.of, place.planning.app)).every(Number.isSafeInteger)
      )
    case 'call':
      return counting.has(node.name) || (asItsArguments.has(node.name) && node.args.every((of) => isWhole(of, place)))
    case 'binary':
      return (node.op === '+' || node.op === '-') && isWhole(node.left, place) && isWhole(node.right, place)
    default:
      return false
  }
}

const isSetting = (node: RuleNode) => node.kind === 'name' && node.scope === 'settings'

function endsInInt(
  { fields, planning }: Pick<Frame, 'fields' | 'planning'>,
  [name, ...rest]: readonly string[],
): boolean {
  const field = name === undefined ? undefined : fields[name]
  if (!field || rest.length === 0) return field?.type === 'int'
  const behind = planning.app.entities[field.entity ?? '']
  return behind !== undefined && endsInInt({ fields: behind.fields, planning }, rest)
}
