// What a change of the manifests means for this product with its data, before it is live.
import { changedParts, type ChangedParts, type ManifestPart } from '../../../manifest/access/changedParts'
import { accessLock, lockDifference } from '../../../manifest/access/accessLock'
import type { LocalizableText } from '../../../manifest/expression/message'
import type { App } from '../../../manifest/model/app'
import { untranslated } from '../../../manifest/model/text'
import { joined } from '../../context/phrases'
import type { Database } from '../../database/connection/openDatabase'
import { groupedBy } from '../../query/expression/groupedBy'
import type { RowChange } from '../heldRows'
import type { Migrated } from '../migrate'
import { NotRehearsed, rehearse, type PlannedIndex, type Rehearsal } from './rehearse'
import { printedRefusals, type MigrationRefusal } from '../refusal'
import { planWord } from './planWords'
import { mostCounted, recordsInFlight, type Stranded } from './recordsInFlight'
import { heldRoles, roleChanges, type Right, type RoleChange } from './rightsByRole'
import { savedLayouts, type SavedLayouts } from './savedLayouts'

export type Verdict = 'same' | 'safe' | 'word' | 'refused'

export const planSections = [
  'refused',
  'roles',
  'flight',
  'records',
  'gone',
  'come',
  'changed',
  'saved',
  'indexes',
  'rights',
  'warnings',
] as const
export type PlanSection = (typeof planSections)[number]

export interface Plan {
  readonly verdict: Verdict
  /** What stands in the way, printed with file, line and caret. */
  readonly problems: readonly string[]
  readonly sections: readonly { readonly section: PlanSection; readonly lines: readonly LocalizableText[] }[]
}

export interface PlannedChange {
  readonly before: App
  readonly after: App
  readonly warnings: readonly string[]
  readonly now: Date
  /** The text of a manifest of `after`, to point at a line. */
  readonly textOfFile: (path: string) => string | undefined
  /** What the migration did: the change is live already, and nothing is tried. */
  readonly migrated?: Migrated
}

/** What the data say to a change; `reason`: why they could not be read. */
interface DataFindings {
  readonly rehearsal?: Rehearsal
  readonly reason?: string
  readonly roles: readonly RoleChange[]
  readonly stranded: readonly Stranded[]
  readonly saved: readonly SavedLayouts[]
}

/** Nothing is changed: the migration is tried in a transaction that is taken back. */
export async function planChange(database: Database, change: PlannedChange): Promise<Plan> {
  const { before, after, warnings, textOfFile } = change
  const parts = changedParts(before, after)
  const findings = await findingsOf(database, change, parts)
  const refusals = findings.rehearsal?.refusals ?? []
  const lines: Readonly<Record<PlanSection, readonly LocalizableText[]>> = {
    refused: refusals.map(refusalText),
    roles: [...findings.roles.flatMap(roleLines), ...grantLines(findings.rehearsal)],
    flight: [
      ...findings.stranded.map(strandedLine),
      ...(findings.reason === undefined ? [] : [planWord('not_rehearsed', { reason: findings.reason })]),
    ],
    records: (findings.rehearsal?.rows ?? []).map(rowsLine),
    gone: partLines(after, parts.gone),
    come: partLines(after, parts.come),
    changed: partLines(after, parts.changed),
    saved: findings.saved.map(savedLine),
    indexes: indexLines(after, findings.rehearsal?.indexes ?? []),
    rights: lockDifference(accessLock(before), accessLock(after)).map(untranslated),
    warnings: warnings.map(untranslated),
  }
  return {
    verdict: verdictOf(lines, before.revision === after.revision),
    problems: printedRefusals(refusals, textOfFile),
    sections: planSections
      .filter((section) => lines[section].length > 0)
      .map((section) => ({ section, lines: lines[section] })),
  }
}

async function findingsOf(database: Database, change: PlannedChange, parts: ChangedParts): Promise<DataFindings> {
  const { before, after, now, migrated } = change
  const roles = roleChanges(before, after, await heldRoles(database.owner.read, before))
  if (migrated) return { rehearsal: { ...migrated, refusals: [], indexes: [] }, roles, stranded: [], saved: [] }
  let stranded: readonly Stranded[] = []
  let saved: readonly SavedLayouts[] = []
  try {
    const rehearsal = await rehearse(database, after, async (tx) => {
      stranded = await recordsInFlight(tx, before, { after, now })
      saved = await savedLayouts(tx, parts)
    })
    return { rehearsal, roles, stranded, saved }
  } catch (error) {
    if (!(error instanceof NotRehearsed)) throw error
    return { reason: error.message, roles, stranded, saved }
  }
}

/** Sections whose lines someone should read before the change is live. */
const weighty: readonly PlanSection[] = ['roles', 'rights', 'flight', 'gone', 'saved', 'records']

function verdictOf(lines: Readonly<Record<PlanSection, readonly unknown[]>>, isSame: boolean): Verdict {
  if (lines.refused.length > 0) return 'refused'
  if (weighty.some((section) => lines[section].length > 0)) return 'word'
  return isSame ? 'same' : 'safe'
}

const refusalText = ({ message, hint }: MigrationRefusal) => untranslated(`${message} ${hint}`)

/** One line a module; what belongs to no module has a line of its own. */
function partLines(app: App, parts: readonly ManifestPart[]): LocalizableText[] {
  return [...groupedBy(parts, ({ module }) => module)].flatMap(([module, ofModule]) => {
    const title = module === undefined ? undefined : app.modules[module]?.title
    return inBatches(ofModule.map(partName)).map((batch) =>
      title === undefined ? batch : planWord('in_module', { module: title, parts: batch }),
    )
  })
}

/** Names in one line. */
const mostInLine = 8

function inBatches(names: readonly LocalizableText[]): LocalizableText[] {
  const count = Math.ceil(names.length / mostInLine)
  return Array.from({ length: count }, (_, index) =>
    joined('enumeration', names.slice(index * mostInLine, (index + 1) * mostInLine)),
  )
}

function partName({ kind, name, title, owner = title }: ManifestPart): LocalizableText {
  switch (kind) {
    case 'module':
      return planWord('part_module', { title })
    case 'column':
      return planWord('part_column', { title, owner })
    case 'field':
    case 'state':
    case 'transition':
    case 'item':
      return planWord(`part_${kind}`, { title, name, owner })
    default:
      return planWord(`part_${kind}`, { title, name })
  }
}

function roleLines({ role, roles, accounts, gains, loses }: RoleChange): LocalizableText[] {
  const words = (rights: readonly Right[]) => inBatches(rights.map(rightName))
  return [
    ...words(gains).map((rights) => planWord('role_gains', { role, roles, accounts, rights })),
    ...words(loses).map((rights) => planWord('role_loses', { role, roles, accounts, rights })),
  ]
}

function rightName({ kind, title, owner = title }: Right): LocalizableText {
  if (kind === 'screen' || kind === 'records') return planWord(`right_${kind}`, { title })
  return planWord(`right_${kind}`, { title, owner })
}

const grantLines = (rehearsal: Rehearsal | undefined): LocalizableText[] =>
  (rehearsal?.granted ?? []).map(({ code, roles }) => planWord('code_granted', { code, roles }))

function rowsLine({ kind, what, owner, name: part, successor = '', count, ids }: RowChange): LocalizableText {
  const name = what === 'entity' ? part : `${owner}.${part}`
  const examples =
    count === 0
      ? planWord('rows_none')
      : planWord('example_ids', { ids: `${ids.join(', ')}${count > ids.length ? ', …' : ''}` })
  if (kind === 'dropped') return planWord('rows_dropped', { name, count, examples })
  return planWord(`rows_${kind}`, { name, successor, count, examples })
}

function strandedLine({ entity, rule = '', message, state, count, examples }: Stranded): LocalizableText {
  const values = {
    entity,
    count: count > mostCounted ? planWord('more_than', { count: mostCounted }) : count,
    examples: examples.join(', '),
  }
  if (state !== undefined) return planWord('flight_state', { ...values, state })
  return planWord('flight_rule', { ...values, rule, message: message ?? '' })
}

function savedLine({ screen, column, personal, shared }: SavedLayouts): LocalizableText {
  if (column === undefined) return planWord('saved_screen', { screen, personal, shared })
  return planWord('saved_column', { screen, column, personal, shared })
}

/** Rows a second that a modest machine indexes, measured; a search index takes each text apart. */
const pace = { unique: 400_000, lookup: 400_000, search: 25_000 }

function indexLines(app: App, indexes: readonly PlannedIndex[]): LocalizableText[] {
  return [...groupedBy(indexes, ({ table }) => table)].map(([table, planned]) =>
    planWord('index_planned', {
      entity: app.entities[table]?.title ?? table,
      indexes: planned.length,
      rows: planned[0]!.rows,
      seconds: Math.ceil(planned.reduce((sum, { rows, kind }) => sum + rows / pace[kind], 0)),
    }),
  )
}
