// Resolves the paths of printable documents.
// Refuses a section with two kinds of content, or with none.
import { presentOf } from '../../expression/values/present'
import { fieldsInstead, reportWrongField } from '../../context/fittingFields'
import type { Column } from '../../model/column'
import type { Related } from '../../model/detail'
import type { DocumentSection, PrintedDocument, TenantLetterhead } from '../../model/document'
import type { Rule } from '../../model/rule'
import type * as language from '../../language/generated'
import { statesAt } from '../../2-declare/stateGroups'
import { pathFrom, permissionsAt } from '../../context/lookup'
import {
  locationOf,
  childLocation,
  indexed,
  reportProblem,
  textAt,
  type ManifestLocation,
  type EntityDraft,
  type CompileContext,
  reportUnknownName,
} from '../../context/compileContext'
import { conditionAt, recordOnly } from '../../context/ruleTypes'
import { columnOf, resolveColumns } from '../fields/columns'
import { letterheadFrom, letterheadPaths } from './letterhead'

const withoutTenant = 'with `perTenant` false: a record without a tenant is printed without a letterhead'
const sectionKinds = ['fields', 'lines', 'related', 'text', 'signatures'] as const

export function resolveDocuments(
  context: CompileContext,
  draft: EntityDraft,
  ofTenants: TenantLetterhead | undefined,
): PrintedDocument[] {
  const { seal, ...letterhead } = letterheadFrom(context, draft, ofTenants) ?? {}
  return Object.entries(draft.file.manifest.documents ?? {}).map(([name, written]) => {
    const location = locationOf(context, draft.file, 'documents', name)
    const states = statesAt(childLocation(location, 'states'), draft, written.states)
    const when = conditionAt(location, 'when', written.when, recordOnly(context, draft))
    const reads = new Set<string>()
    const parts = indexed(written.sections).map(([index, part]) => {
      const partLocation = childLocation(location, 'sections', index)
      const sealed = resolveSeal(draft, partLocation, part, seal)
      if (sealed) reads.add(sealed.path)
      return { ...resolvePart(draft, partLocation, part, reads), ...(sealed && { seal: sealed }) }
    })
    const head = 'name' in letterhead && written.letterhead !== false ? letterhead : undefined
    if (written.letterhead === false && !('name' in letterhead))
      reportProblem(
        childLocation(location, 'letterhead'),
        'ineffective-key',
        { key: 'letterhead', where: ofTenants ? withoutTenant : 'where tenants have no letterhead' },
        { key: true },
      )
    const { app, languages } = context.manifests
    if (written.language !== undefined && app && !languages.includes(written.language))
      reportUnknownName(childLocation(location, 'language'), written.language, { what: 'language', among: languages })
    for (const path of head ? letterheadPaths(head) : []) reads.add(path)
    // What was sent as a link is withheld by the values of the record itself.
    if (written.link !== undefined && parts.some(({ related }) => related !== undefined))
      reportProblem(childLocation(location, 'link'), 'conflicting-keys', {
        what: 'A document has either `link` or `related`',
      })
    return {
      name,
      title: written.title,
      sections: parts,
      readPaths: [...reads],
      ...(written.states !== undefined && { states }),
      ...(when !== undefined && { when }),
      ...(head && { letterhead: head }),
      ...presentOf(written, 'language'),
      ...(written.link && { link: resolveLink(childLocation(location, 'link'), written.link) }),
    }
  })
}

const usualDays = 30

function resolveLink(
  location: ManifestLocation,
  { permissions, maxDays }: language.SharedLink,
): NonNullable<PrintedDocument['link']> {
  return {
    permissions: permissionsAt(childLocation(location, 'permissions'), permissions, ['signed-in', 'admin']),
    maxDays: maxDays ?? usualDays,
  }
}

/** `path`: of the picture; absent if tenants have no letterhead with a seal. */
function resolveSeal(
  draft: EntityDraft,
  location: ManifestLocation,
  { seal: written, signatures }: language.DocumentSection,
  path: string | undefined,
): DocumentSection['seal'] {
  if (written === undefined) return undefined
  const { context } = location
  const sealLocation = childLocation(location, 'seal')
  if (signatures === undefined)
    reportProblem(
      sealLocation,
      'ineffective-key',
      { key: 'seal', where: 'on a part without `signatures`' },
      { key: true },
    )
  else if (written.place > signatures.length)
    reportProblem(childLocation(sealLocation, 'place'), 'conflicting-keys', {
      what: `There are ${signatures.length} places to sign and no place ${written.place}`,
    })
  const when = conditionAt(sealLocation, 'when', written.when, recordOnly(context, draft))
  if (path === undefined) {
    reportProblem(sealLocation, 'missing-part', { thing: 'the letterhead of tenants', key: 'seal' }, { key: true })
    return undefined
  }
  return { place: written.place, path, ...(when !== undefined && { when }) }
}

function resolvePart(
  draft: EntityDraft,
  location: ManifestLocation,
  part: language.DocumentSection,
  reads: Set<string>,
): DocumentSection {
  const { context } = location
  const kinds = sectionKinds.filter((kind) => part[kind] !== undefined)
  if (kinds.length === 0)
    reportProblem(location, 'missing-part', { thing: 'a part of a document', key: sectionKinds.join('`, `') })
  for (const kind of kinds.slice(1))
    reportProblem(
      childLocation(location, kind),
      'conflicting-keys',
      { what: `A part of a document is either \`${kinds[0]}\` or \`${kind}\`` },
      { key: true },
    )
  if (part.columns !== undefined && part.lines === undefined && part.related === undefined)
    reportProblem(
      childLocation(location, 'columns'),
      'ineffective-key',
      { key: 'columns', where: 'on a part without `lines` or `related`' },
      { key: true },
    )
  if (part.where !== undefined && part.related === undefined)
    reportProblem(
      childLocation(location, 'where'),
      'ineffective-key',
      { key: 'where', where: 'on a part without `related`' },
      { key: true },
    )
  const fields = part.fields && resolveColumns(childLocation(location, 'fields'), draft, part.fields)
  for (const { field } of fields ?? []) reads.add(field)
  const texts = [
    ...(part.text === undefined
      ? []
      : [textAt(childLocation(location, 'text'), part.text, recordOnly(context, draft))]),
    ...indexed(part.signatures).map(([index, title]) =>
      textAt(childLocation(location, 'signatures', index), title, recordOnly(context, draft)),
    ),
  ]
  for (const path of texts.flat()) reads.add(path)
  const columns = part.lines === undefined ? undefined : resolveLines(draft, location, part.lines, part.columns)
  if (part.lines !== undefined) reads.add(part.lines)
  return {
    ...presentOf(part, 'title', 'text', 'signatures'),
    ...(fields !== undefined && { fields }),
    ...(part.lines !== undefined && { lines: part.lines, columns: columns ?? [] }),
    ...(part.related !== undefined && resolveRelatedPart(draft, location, part.related, part)),
  }
}

/** A related list of the detail view, which was resolved before. */
function resolveRelatedPart(
  { entity: { detail } }: EntityDraft,
  location: ManifestLocation,
  written: string,
  { columns: names, where: condition }: Pick<language.DocumentSection, 'columns' | 'where'>,
): Pick<DocumentSection, 'related' | 'columns'> {
  const tables = detail.related.filter(({ entity, reference }) => [entity, `${entity}.${reference}`].includes(written))
  const [table] = tables
  if (table === undefined || tables.length > 1) {
    const isTwice = ({ entity }: Related) => detail.related.filter((other) => other.entity === entity).length > 1
    reportUnknownName(childLocation(location, 'related'), written, {
      what: 'table of `detail.related`',
      among: detail.related.map((one) => (isTwice(one) ? `${one.entity}.${one.reference}` : one.entity)),
    })
    return {}
  }
  const columns = indexed(names).flatMap(([index, path]) => {
    const column = table.columns.find(({ field }) => field === path)
    if (column === undefined)
      reportUnknownName(childLocation(location, 'columns', index), path, {
        what: 'column of this table',
        among: table.columns.map(({ field }) => field),
      })
    return column ?? []
  })
  const where = printedWhere(location, table, condition)
  return {
    related: { entity: table.entity, reference: table.reference, ...(where && { where }) },
    columns: names === undefined ? table.columns : columns,
  }
}

/** The page evaluates it over what the table of the detail view shows. */
function printedWhere(
  location: ManifestLocation,
  { entity, columns }: Related,
  source: string | undefined,
): Rule | undefined {
  const { context } = location
  const draft = context.entities[entity]
  const where = draft && conditionAt(location, 'where', source, recordOnly(context, draft))
  const among = columns.map(({ field }) => field)
  for (const path of where?.readPaths ?? [])
    if (path !== 'state' && !among.includes(path))
      reportUnknownName(childLocation(location, 'where'), path, { what: 'column of this table', among })
  return where
}

function resolveLines(
  draft: EntityDraft,
  location: ManifestLocation,
  path: string,
  names: readonly string[] | undefined,
): Column[] | undefined {
  const { context } = location
  const reached = pathFrom(childLocation(location, 'lines'), draft, path)
  if (reached === undefined) return undefined
  if (reached.field.type !== 'lines') {
    reportWrongField(childLocation(location, 'lines'), {
      name: path,
      expected: 'a field of lines',
      fits: fieldsInstead(path, reached.owner.fields, ({ type }) => type === 'lines'),
    })
    return undefined
  }
  const fields = reached.field.fields ?? {}
  for (const [index, name] of indexed(names))
    if (fields[name] === undefined)
      reportUnknownName(childLocation(location, 'columns', index), name, {
        what: 'field of these lines',
        among: Object.keys(fields),
      })
  return (names ?? Object.keys(fields)).flatMap((name) =>
    fields[name] === undefined ? [] : [columnOf(context, { field: name }, { field: fields[name] })],
  )
}
