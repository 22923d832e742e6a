// Codes that a rule over `code` offers now; all of them if it is undecided: the server refuses the
// others.
import type { Dictionary } from '../../../manifest/model/app'
import type { Rule } from '../../../manifest/model/rule'
import { evaluate } from '../../../manifest/expression/evaluate'
import type { FormScope } from './formScope'
import { orUnknown } from '../../rules/unknownValue'

/** Codes in the order of the dictionary. */
export function offeredCodes(
  { node }: Rule,
  dictionary: Dictionary | undefined,
  { read, evaluationContext }: Pick<FormScope, 'read' | 'evaluationContext'>,
): string[] {
  const codes = (dictionary?.items ?? []).map((item) => item.code)
  return codes.filter(
    (code) =>
      orUnknown(
        () =>
          evaluate(node, (scope, path) => (scope === 'code' ? code : read(scope, path)), evaluationContext) === true,
      ) ?? true,
  )
}
