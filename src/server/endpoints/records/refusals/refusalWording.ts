// Words failed checks, from values that the caller may read.
// The record is read as the caller may see it.
import { placeholders } from '../../../../manifest/expression/template'
import type { LocalizableText } from '../../../../manifest/expression/message'
import type { Entity } from '../../../../manifest/model/entity'
import type { RuleNode } from '../../../../manifest/model/rule'
import type { HolderSearch } from '../../../auth/permissionHolders'
import { boundTenant, type Context, type LoadedRecord } from '../../../context/context'
import { phrase } from '../../../context/phrases'
import { fourEyesFields } from '../../../mutation/guards/fourEyes'
import { ruleSentence, type Wording } from '../../../mutation/guards/ruleSentence'
import { RecordCache } from '../../../mutation/state/recordCache'
import { RecordDraft } from '../../../mutation/state/recordDraft'
import { ValueResolver } from '../../../mutation/state/valueResolver'
import { localizedSentence } from '../../../mutation/state/valueText'
import { systemCaller } from '../../../mutation/state/writeContext'
import { readableField } from '../../../query/policy/fieldAccess'
import { loadRecords } from '../../../query/records/loadRecords'
import { notFound } from '../record'

/** Whom explanations are for, and who may do what in their tenant. */
export interface Explaining {
  readonly context: Context
  readonly holders: HolderSearch
}

/** The wording of refusals of a record; without one, of a transition that creates. */
export function wordingOf(context: Context, entity: Entity, stored?: LoadedRecord): Wording {
  const { app, caller } = context
  // The system reaches everything; what it reads for an account of one tenant stays with that one.
  const tenant = boundTenant(context)
  const cache = new RecordCache(app, { ...context, caller: systemCaller(caller), ...(tenant && { tenant }) })
  const resolver = new ValueResolver(app, context, cache)
  const names = stored ? { record: new RecordDraft(app, entity, stored.id, stored) } : {}
  return { resolver, caller, entity, names }
}

/** The same for a record by its id. @throws RequestError record_not_reachable */
export async function wordingOfRecord(context: Context, entity: Entity, id: number | undefined): Promise<Wording> {
  if (id === undefined) return wordingOf(context, entity)
  const paths = ['state', ...fourEyesFields(entity)].filter((name) => Object.hasOwn(entity.fields, name))
  const [stored] = await loadRecords(context, { entity: entity.name, paths, where: { ids: [id] }, scoped: true })
  if (!stored) throw notFound()
  return wordingOf(context, entity, stored)
}

/** The message of the manifest if the caller may read all its values, else a sentence made of the rule. */
export async function checkMessage(
  wording: Wording,
  { node, message }: { readonly node: RuleNode; readonly message: Entity['title'] },
): Promise<LocalizableText> {
  const { resolver, names, caller, entity } = wording
  const paths = placeholders(message)
  if (!paths.every((path) => readableField(resolver.app, entity, path, caller)))
    return ruleSentence(wording, node) ?? phrase('rule_hidden')
  await resolver.prepare([{ names, paths }])
  return localizedSentence(resolver, names, message)
}
