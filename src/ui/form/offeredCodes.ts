// Which codes does a rule over `code` offer now? Where it cannot be decided all of them, and the server says no.
import type { Dictionary, Rule } from '../../manifest/app'
import { evaluate } from '../../manifest/rule/evaluate'
import type { FormWorld } from './formWorld'
import { decided } from './undecided'

/** Codes in the order of the dictionary. */
export function offeredCodes(
  { node }: Rule,
  dictionary: Dictionary | undefined,
  { read, world }: Pick<FormWorld, 'read' | 'world'>,
): string[] {
  const codes = (dictionary?.items ?? []).map((item) => item.code)
  return codes.filter(
    (code) =>
      decided(() => evaluate(node, (scope, path) => (scope === 'code' ? code : read(scope, path)), world) === true) ??
      true,
  )
}
