// Resolves which fields of a tenant are printed in header and footer of documents.
// Documents read them from their own record, through the reference to the tenant.
import { fieldsInstead, reportWrongField } from '../../context/fittingFields'
import type { Column } from '../../model/column'
import type { Letterhead, TenantLetterhead } from '../../model/document'
import {
  childLocation,
  locationOf,
  reportProblem,
  type CompileContext,
  type EntityDraft,
  type ManifestLocation,
} from '../../context/compileContext'
import { pathFrom } from '../../context/lookup'
import { resolveColumns } from '../fields/columns'

/** undefined: documents have no letterhead. */
export function resolveLetterhead(context: CompileContext): TenantLetterhead | undefined {
  const tenant = context.identity?.tenantEntity ?? ''
  for (const draft of Object.values(context.entities))
    if (draft.file.manifest.letterhead !== undefined && draft.name !== tenant)
      reportProblem(
        locationOf(context, draft.file, 'letterhead'),
        'ineffective-key',
        { key: 'letterhead', where: 'on an entity other than that of the tenants' },
        { key: true },
      )
  const draft = context.entities[tenant]
  const written = draft?.file.manifest.letterhead
  if (draft === undefined || written === undefined) return undefined
  const location = locationOf(context, draft.file, 'letterhead')
  const column = (key: 'name' | 'footer'): Column | undefined => {
    const path = written[key]
    return path === undefined ? undefined : resolveColumns(childLocation(location, key), draft, [path])[0]
  }
  const [name, footer] = [column('name'), column('footer')]
  const logo = pictureAt(childLocation(location, 'logo'), draft, written.logo)
  const seal = pictureAt(childLocation(location, 'seal'), draft, written.seal)
  const contacts = resolveColumns(childLocation(location, 'contacts'), draft, written.contacts)
  if (name === undefined) return undefined
  return (draft.entity.letterhead = {
    name,
    contacts,
    ...(logo !== undefined && { logo }),
    ...(seal !== undefined && { seal }),
    ...(footer !== undefined && { footer }),
  })
}

function pictureAt(location: ManifestLocation, draft: EntityDraft, path: string | undefined): string | undefined {
  if (path === undefined) return undefined
  const reached = pathFrom(location, draft, path)
  if (reached === undefined) return undefined
  if (reached.field.type === 'files') return path
  const fits = fieldsInstead(path, reached.owner.fields, ({ type }) => type === 'files')
  reportWrongField(location, { name: path, expected: 'a field of files', fits })
  return undefined
}

/** The letterhead as paths from the records of an entity; undefined if they have no tenant. */
export function letterheadFrom(
  { identity }: CompileContext,
  draft: EntityDraft,
  letterhead: TenantLetterhead | undefined,
): TenantLetterhead | undefined {
  const tenant = identity?.tenantEntity
  if (letterhead === undefined || draft.name === tenant) return letterhead
  if (!draft.entity.perTenant) return undefined
  const from = (path: string) => `${tenant}.${path}`
  const column = (one: Column): Column => ({ ...one, field: from(one.field) })
  const { name, contacts, logo, seal, footer } = letterhead
  return {
    name: column(name),
    contacts: contacts.map(column),
    ...(logo !== undefined && { logo: from(logo) }),
    ...(seal !== undefined && { seal: from(seal) }),
    ...(footer !== undefined && { footer: column(footer) }),
  }
}

export function letterheadPaths({ name, contacts, logo, footer }: Letterhead): string[] {
  return [name, ...contacts, ...(footer ? [footer] : [])].map(({ field }) => field).concat(logo ?? [])
}
