// Resolves the field of a condition: of the list's records, or of a record that they refer to.
import type { Entity } from '../../../../../manifest/model/entity'
import type { Field } from '../../../../../manifest/model/field'
import { useSession, useTranslator } from '../../../../../client/context/clientContext'
import { useEntity } from '../../../../../client/data/queries'
import type { Definitions } from '../../../../values/renderContext'
import type { OwnEntities } from './conditionRows'

interface ConditionField {
  /** The field of the list's records at the beginning of the path. */
  readonly base: Field | undefined
  /** The entity that it refers to, if the user may open its records; absent while it is loading. */
  readonly referred: Entity | undefined
  /** The field at the end of the path, its entity, and what describes its values. */
  readonly field: Field | undefined
  readonly entity: Entity
  readonly manifests: Definitions
  /** The title, including the base field's for a field of a referenced record. */
  readonly title: string
}

interface Listed {
  readonly entity: Entity
  readonly manifests: Definitions
  readonly canOpen: (entity: string) => boolean
}

export function useConditionField(path: string, { entity, manifests, canOpen }: Listed): ConditionField {
  const { pick } = useTranslator()
  const [name = '', further] = path.split('.')
  const base = entity.fields[name]
  const target = base?.type === 'ref' && base.entity !== undefined && canOpen(base.entity) ? base.entity : undefined
  const { data } = useEntity(target ?? '', { enabled: target !== undefined })
  const referred = target === undefined ? undefined : data?.entities[target]
  if (further === undefined)
    return { base, referred, field: base, entity, manifests, title: base ? pick(base.title) : path }
  const field = referred?.fields[further]
  return {
    base,
    referred,
    field,
    entity: referred ?? entity,
    manifests: data ?? manifests,
    title: base && field ? `${pick(base.title)} › ${pick(field.title)}` : path,
  }
}

/** The entities for "me" and "my unit" in a condition. */
export function useOwnEntities(): OwnEntities {
  const account = useSession((state) => state.boot?.account)
  return { accountEntity: account?.entity ?? '', unitEntity: account?.unitEntity }
}
