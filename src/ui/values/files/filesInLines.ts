// The files that lines carry, those of the last line first: it is the newest.
import type { Field } from '../../../manifest/model/field'
import type { FileValue, LineValue } from '../../../protocol/calls'

/** Empty if no column holds files. */
export function filesInLines(
  { fields = {} }: Partial<Pick<Field, 'fields'>>,
  lines: readonly LineValue[],
): readonly FileValue[] {
  const names = Object.values(fields).flatMap(({ name, type }) => (type === 'files' ? [name] : []))
  return lines.toReversed().flatMap((line) => names.flatMap((name) => (line[name] ?? []) as readonly FileValue[]))
}
