// Words the plan of a change: sections of lines, and a verdict.
import { firstItem } from '../../../manifest/expression/values/present'
import { accessLock } from '../../../manifest/access/lock/accessLock'
import { lockDifference } from '../../../manifest/access/lock/changes'
import type { ChangedPart, ChangedParts } from '../../../manifest/access/parts/changedParts'
import type { ManifestPart } from '../../../manifest/access/parts/manifestParts'
import type { LocalizableText } from '../../../manifest/expression/message'
import type { App } from '../../../manifest/model/app'
import { inChinese } from '../../../manifest/problems/chinese/chinese'
import { untranslated, type Text } from '../../../manifest/model/text'
import { joined } from '../../context/phrases'
import { groupBy } from '../../../manifest/expression/values/lists'
import type { Granted } from '../firstGrants'
import type { RowChange } from '../heldRows'
import type { MigrationRefusal } from '../refusal'
import { isPartKey, partPhrase } from './partTexts'
import { inBatches, planPhrase, type Joining } from './planTexts'
import { maxCounted, type Stranded } from './recordsInFlight'
import type { PlannedIndex, Rehearsal } from './rehearse'
import type { RoleChange } from './roleChanges'
import { roleLines } from './roleLines'
import type { SavedLayouts } from './savedLayouts'
import type { SilencedWebhook } from './silencedWebhooks'

export type Verdict = 'same' | 'safe' | 'word' | 'refused'

const planSections = [
  'refused',
  'roles',
  'demo',
  'flight',
  'records',
  'gone',
  'renamed',
  'come',
  'changed',
  'saved',
  'indexes',
  'rights',
  'warnings',
] as const
type PlanSection = (typeof planSections)[number]

export interface PlanLines {
  readonly section: PlanSection
  readonly lines: readonly LocalizableText[]
}

type LinesBySection = Readonly<Record<PlanSection, readonly LocalizableText[]>>

/** The effects of a change on the data; `reason`: why they are unknown. */
export interface DataFindings {
  readonly rehearsal?: Rehearsal
  readonly reason?: LocalizableText
  readonly roles: readonly RoleChange[]
  readonly stranded: readonly Stranded[]
  readonly saved: readonly SavedLayouts[]
  readonly silenced: readonly SilencedWebhook[]
}

interface Change {
  readonly before: App
  readonly after: App
  readonly parts: ChangedParts
  readonly warnings: readonly Text[]
}

export function changeLines(change: Change, findings: DataFindings): LinesBySection {
  return {
    ...manifestLines(change),
    refused: (findings.rehearsal?.refusals ?? []).map(refusalText),
    roles: [...roleLines(findings.roles), ...(findings.rehearsal?.granted ?? []).map(grantLine)],
    flight: [
      ...findings.stranded.map(strandedLine),
      ...findings.silenced.map(({ name, problem }) => planPhrase('flight_webhook', { name, problem })),
      ...notTried(findings),
    ],
    records: (findings.rehearsal?.rows ?? []).map(rowsLine),
    saved: findings.saved.flatMap(savedLines),
    indexes: indexLines(change.after, findings.rehearsal?.indexes ?? []),
  }
}

/** A change that is live already was not tried, only looked at. */
const notTried = ({ reason, rehearsal }: DataFindings): LocalizableText[] =>
  reason === undefined ? [] : [planPhrase(rehearsal ? 'not_looked_at' : 'not_rehearsed', { reason })]

/** The plan from the manifests alone, with the roles of the demo data. */
export function linesWithoutData(
  change: Change,
  roles: readonly RoleChange[],
  granted: readonly Granted[],
): LinesBySection {
  return { ...manifestLines(change), demo: [...roleLines(roles), ...granted.map(grantLine)] }
}

function manifestLines({ before, after, parts, warnings }: Change): LinesBySection {
  return {
    refused: [],
    roles: [],
    demo: [],
    flight: [],
    records: [],
    gone: partLines(after, parts.gone, (part) => goneName(after, part), 'sequence'),
    renamed: partLines(after, parts.renamed, renamedName, 'sequence'),
    come: partLines(after, parts.come),
    changed: partLines(after, parts.changed, changedName, 'sequence'),
    saved: [],
    indexes: [],
    rights: lockDifference(accessLock(before), accessLock(after)).map(untranslated),
    warnings,
  }
}

export const filledSections = (lines: LinesBySection): PlanLines[] =>
  planSections.filter((section) => lines[section].length > 0).map((section) => ({ section, lines: lines[section] }))

/** Sections that should be read before the change is live. */
const weighty: readonly PlanSection[] = ['roles', 'rights', 'flight', 'gone', 'saved', 'records']

export function verdictOf(lines: LinesBySection, isSame: boolean): Verdict {
  if (lines.refused.length > 0) return 'refused'
  if (weighty.some((section) => lines[section].length > 0)) return 'word'
  return isSame ? 'same' : 'safe'
}

function refusalText({ source: file, message, hint }: MigrationRefusal): Text {
  const { message: messageZh, hint: hintZh } = inChinese({
    code: 'stored-records',
    file,
    line: 1,
    column: 1,
    message,
    hint,
  })
  return { en: `${message} ${hint}`, zh: `${messageZh}${hintZh}` }
}

/** One line per module; the rest has a line of its own. */
function partLines<Part extends ManifestPart>(
  app: App,
  parts: readonly Part[],
  nameOf: (part: Part) => LocalizableText = partName,
  by: Joining = 'enumeration',
): LocalizableText[] {
  return [...groupBy(parts, ({ module }) => module)].flatMap(([module, ofModule]) => {
    const title = module === undefined ? undefined : app.modules[module]?.title
    return inBatches(ofModule.map(nameOf), by).map((batch) =>
      title === undefined ? batch : planPhrase('in_module', { module: title, parts: batch }),
    )
  })
}

const changedName = ({ keys, ...part }: ChangedPart): LocalizableText =>
  keys.length === 0
    ? partName(part)
    : planPhrase('changed_keys', {
        part: partName(part),
        keys: joined(
          'enumeration',
          keys.map((key) => (isPartKey(key) ? partPhrase(key) : untranslated(key))),
        ),
      })

function renamedName({ former, isLeft, ...part }: ChangedParts['renamed'][number]): LocalizableText {
  return planPhrase(isLeft ? 'renamed_address' : 'renamed_part', { part: partName(part), former })
}

/** A field may be gone while others take over what it held. */
function goneName({ entities }: App, part: ManifestPart): LocalizableText {
  const { kind, entity = '', name } = part
  const conversion = kind === 'field' ? entities[entity]?.migration.convert[name] : undefined
  if (conversion === undefined) return partName(part)
  const successors = joined('enumeration', Object.keys(conversion.to).map(untranslated))
  return planPhrase('converted_part', { part: partName(part), successors })
}

function partName({ kind, name, title, owner = title }: ManifestPart): LocalizableText {
  switch (kind) {
    case 'module':
      return planPhrase('part_module', { title })
    case 'column':
      return planPhrase('part_column', { title, owner })
    case 'field':
    case 'state':
    case 'transition':
    case 'item':
      return planPhrase(`part_${kind}`, { title, name, owner })
    default:
      return planPhrase(`part_${kind}`, { title, name })
  }
}

const grantLine = ({ code, roles }: Granted) => planPhrase('code_granted', { code, count: roles })

function rowsLine({ kind, what, owner, name: part, successor = '', count, ids }: RowChange): LocalizableText {
  const name = what === 'entity' ? part : `${owner}.${part}`
  const examples =
    count === 0
      ? planPhrase('rows_none')
      : planPhrase('example_ids', { ids: `${ids.join(', ')}${count > ids.length ? ', …' : ''}` })
  if (kind === 'dropped') return planPhrase('rows_dropped', { name, count, examples })
  return planPhrase(`rows_${kind}`, { name, successor, count, examples })
}

function strandedLine({ entity, rule = '', message, state, count, examples }: Stranded): LocalizableText {
  const values = {
    entity,
    count: count > maxCounted ? planPhrase('more_than', { count: maxCounted }) : count,
    examples: examples.join(', '),
  }
  if (state !== undefined && rule !== '') return planPhrase('flight_exits', { ...values, state, rule })
  if (state !== undefined) return planPhrase('flight_state', { ...values, state })
  return planPhrase('flight_rule', { ...values, rule, message: message ?? '' })
}

function savedLines({ screen, column, personal, shared, scheduled }: SavedLayouts): LocalizableText[] {
  return [
    ...(personal + shared === 0
      ? []
      : [
          column === undefined
            ? planPhrase('saved_screen', { screen, personal, shared })
            : planPhrase('saved_column', { screen, column, personal, shared }),
        ]),
    ...(scheduled === 0
      ? []
      : [
          column === undefined
            ? planPhrase('scheduled_screen', { screen, count: scheduled })
            : planPhrase('scheduled_column', { screen, column, count: scheduled }),
        ]),
  ]
}

/** Rows per second that a modest machine indexes, measured; search indexes are slower. */
const pace = { unique: 400_000, lookup: 400_000, search: 25_000 }

function indexLines(app: App, indexes: readonly PlannedIndex[]): LocalizableText[] {
  return [...groupBy(indexes, ({ table }) => table)].map(([table, planned]) =>
    planPhrase('index_planned', {
      entity: app.entities[table]?.title ?? table,
      count: planned.length,
      rows: firstItem(planned).rows,
      seconds: Math.ceil(planned.reduce((sum, { rows, kind }) => sum + rows / pace[kind], 0)),
    }),
  )
}
