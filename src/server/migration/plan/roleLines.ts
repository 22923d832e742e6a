// Words what roles gain and lose by a change. Roles to which the same happens share a line.
import type { LocalizableText } from '../../../manifest/expression/message'
import { firstItem } from '../../../manifest/expression/values/present'
import { groupBy } from '../../../manifest/expression/values/lists'
import { joined } from '../../context/phrases'
import { inBatches, planPhrase } from './planTexts'
import type { Right } from './rightsByRole'
import type { GainedRight, RoleChange } from './roleChanges'

/** First what is gained, then what is lost. */
export function roleLines(changes: readonly RoleChange[]): LocalizableText[] {
  const worded = changes.map(wordedChange)
  return (['gains', 'loses'] as const).flatMap((way) =>
    [...groupBy(worded, (change) => JSON.stringify(change[way]))].flatMap(([, alike]) => {
      const role = joined(
        'enumeration',
        alike.map((change) => change.role),
      )
      return inBatches(firstItem(alike)[way]).map((rights) =>
        alike.length === 1
          ? planPhrase(`role_${way}`, { role, rights })
          : planPhrase(way === 'gains' ? 'roles_gain' : 'roles_lose', { roles: role, rights }),
      )
    }),
  )
}

interface WordedChange {
  readonly role: LocalizableText
  readonly gains: readonly LocalizableText[]
  readonly loses: readonly LocalizableText[]
}

function wordedChange({ role, roles, accounts, gains, loses }: RoleChange): WordedChange {
  // Two screens may share a title: an added and a removed one would then read alike.
  const alike = groupBy([...gains, ...loses], titleKey)
  const nameOf = (right: Right): LocalizableText =>
    alike.get(titleKey(right))!.length === 1
      ? rightName(right)
      : planPhrase('right_named', { right: rightName(right), name: right.key.slice(right.kind.length + 1) })
  const gained = (right: GainedRight): LocalizableText =>
    (right.conditions?.unless ?? []).reduce<LocalizableText>(
      (name, condition) => planPhrase('right_unless', { right: name, condition }),
      (right.conditions?.only ?? []).reduce<LocalizableText>(
        (name, condition) => planPhrase('right_only_when', { right: name, condition }),
        nameOf(right),
      ),
    )
  return {
    role:
      accounts === undefined
        ? planPhrase('role_named', { role })
        : planPhrase('role_counted', { role, roles, accounts }),
    gains: gains.map(gained),
    loses: loses.map(nameOf),
  }
}

const titleKey = ({ kind, title, owner }: Right): string => JSON.stringify([kind, title, owner])

function rightName({ kind, title, owner = title }: Right): LocalizableText {
  if (kind === 'screen' || kind === 'records' || kind === 'call') return planPhrase(`right_${kind}`, { title })
  return planPhrase(`right_${kind}`, { title, owner })
}
