// Resolves the records of other entities through which accounts reach rows of an entity.
import { fieldsInstead, isReferenceTo, reportWrongField } from '../../context/fittingFields'
import type { SelfThrough } from '../../model/entity'
import { findEntity, findField, ineffective } from '../../context/lookup'
import {
  childLocation,
  indexed,
  locationOf,
  ruleAt,
  type CompileContext,
  type EntityDraft,
  type ManifestLocation,
} from '../../context/compileContext'

export function resolveThrough(
  context: CompileContext,
  draft: EntityDraft,
  account: string | undefined,
): SelfThrough[] {
  const { rowScope } = draft.file.manifest
  if (rowScope?.selfThrough !== undefined && rowScope.selfFields === undefined)
    ineffective(
      locationOf(context, draft.file, 'rowScope'),
      rowScope,
      ['selfThrough'],
      'without `selfFields`: callers of the scope `self` reach what their unit reaches',
    )
  return indexed(rowScope?.selfThrough).flatMap(([index, written]) => {
    const location = locationOf(context, draft.file, 'rowScope', 'selfThrough', index)
    const source = findEntity(childLocation(location, 'entity'), written.entity)
    if (source === undefined) return []
    checkReference(childLocation(location, 'referenceField'), source, written.referenceField, draft.name)
    checkReference(childLocation(location, 'accountField'), source, written.accountField, account)
    const whereLocation = childLocation(location, 'where')
    const environment = { ...context.base, record: source.shape, me: undefined, tenant: undefined }
    const where = written.where === undefined ? undefined : ruleAt(whereLocation, written.where, environment, 'boolean')
    for (const path of where?.readPaths ?? [])
      if (source.fields[path]?.stored !== true)
        reportWrongField(whereLocation, {
          name: path,
          expected: 'a stored field of the record itself',
          fits: fieldsInstead('', source.fields, ({ stored }) => stored),
        })
    const { entity, referenceField, accountField } = written
    return [{ entity, referenceField, accountField, ...(where !== undefined && { where }) }]
  })
}

function checkReference(
  location: ManifestLocation,
  source: EntityDraft,
  name: string,
  target: string | undefined,
): void {
  const field = findField(location, source, name)
  if (field === undefined || target === undefined) return
  if (!isReferenceTo(target)(field))
    reportWrongField(location, {
      name,
      expected: `a stored reference to ${target}`,
      fits: fieldsInstead('', source.fields, isReferenceTo(target)),
    })
}
