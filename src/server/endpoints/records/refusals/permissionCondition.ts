// Words a missing permission: the codes of which any suffices, and who holds them.
import type { LocalizableText } from '../../../../manifest/expression/message'
import type { MissingCondition } from '../../../../protocol/records/stepCalls'
import { callerText, joined, phrase } from '../../../context/phrases'
import type { PermissionWay } from '../../../mutation/guards/missingConditions'
import { ruleSentence, type Wording } from '../../../mutation/guards/ruleSentence'
import type { Explaining } from './refusalWording'

/** Any one of the ways suffices. */
export async function permissionCondition(
  { context, holders: search }: Explaining,
  grants: readonly PermissionWay[],
  wording?: Wording,
): Promise<MissingCondition> {
  const { app, caller } = context
  const reason = grants.map(({ code, held }) => (held ? undefined : caller.reasons.get(code))).find((text) => text)
  if (reason && grants.length === 1) return { kind: 'withdrawn', message: callerText(context, reason), details: [] }
  const titleOf = (code: string) => app.access.permissions[code] ?? { [caller.language]: code }
  const texts = grants.map(({ code, held, clauses }) => {
    const permission = titleOf(code)
    if (clauses.length === 0) return phrase('why_permission', { permission })
    const sentences = clauses.map((node) => (wording && ruleSentence(wording, node)) ?? phrase('rule_hidden'))
    const condition = joined('enumeration', sentences)
    return held ? condition : phrase('why_permission_when', { permission, condition })
  })
  const unheld = grants.filter(({ held }) => !held).map(({ code }) => code)
  const holders = await search.holdersOf(unheld)
  const asTexts = (names: readonly string[]) =>
    joined(
      'choices',
      names.map((name) => ({ [caller.language]: name })),
    )
  const details = unheld.flatMap((code): LocalizableText[] => {
    const { roles = [], people = [] } = holders.get(code) ?? {}
    const permission = titleOf(code)
    if (roles.length === 0) return [phrase('why_no_holder', { permission })]
    return [
      phrase('why_holders', { permission, roles: asTexts(roles) }),
      ...(people.length > 0 ? [phrase('why_people', { people: asTexts(people) })] : []),
    ]
  })
  const isPlain = grants.length > 1 && grants.every(({ clauses }) => clauses.length === 0)
  const titles = joined(
    'choices',
    grants.map(({ code }) => titleOf(code)),
  )
  const sentence = isPlain ? phrase('why_any_permission', { permissions: titles }) : joined('alternative', texts)
  return {
    kind: 'permission',
    message: callerText(context, texts.length > 0 ? sentence : phrase('why_no_permission')),
    details: details.map((detail) => callerText(context, detail)),
  }
}
