// Resolves app.json: the audit log, the messages and the addresses it names.
import type { Field } from '../../model/field'
import { sendFailures, type Allowlist, type Product } from '../../model/product'
import type * as language from '../../language/generated'
import { isLanguage } from '../../model/text'
import type { File } from '../../1-read/manifestFiles'
import { endpointAt, findEntity, findField, routeAt, stateAt } from '../../context/lookup'
import {
  locationOf,
  childLocation,
  indexed,
  hintFor,
  ruleAt,
  createTable,
  reportProblem,
  type ManifestLocation,
  type CompileContext,
} from '../../context/compileContext'
import { declaredGroups, groupRule } from '../../context/messageGroups'
import { checkEngineTransition } from './engineTransition'
import { resolveProposals } from './proposals'
import { resolveScheduledReports } from './scheduledReports'
import { resolveWebhooks } from './webhooks'

/** Fields that the engine writes into an audit row, and those that it reads to address messages. */
const logFields = ['entity', 'recordId', 'action', 'fromState', 'toState', 'by', 'at', 'remark', 'data'] as const
const auditFields = [
  'action',
  'at',
  'by',
  'login',
  'address',
  'screen',
  'entity',
  'recordId',
  'rows',
  'calls',
  'detail',
  'request',
] as const
const auditActions = ['signIn', 'signInFailed', 'export', 'download', 'open', 'rights', 'call', 'callRefused'] as const
const outboxFields = ['channel', 'address', 'text'] as const
const failureFields = ['failureReason', 'failureDetail'] as const
const messageFields = ['kind', 'to', 'title', 'body', 'route'] as const

/**
 * The product with its defaults filled in, and without the keys that other phases resolve; undefined without app.json.
 */
export function resolveProduct(context: CompileContext): Product | undefined {
  const file = context.manifests.app
  if (file === undefined) return undefined
  const {
    $schema: _schema,
    integrations: _integrations,
    rules: _rules,
    migration: _migration,
    ...manifest
  } = file.manifest
  if (!isTimezone(manifest.timezone))
    reportProblem(locationOf(context, file, 'timezone'), 'bad-format', {
      found: `"${manifest.timezone}"`,
      pattern: 'of an IANA time zone, such as Asia/Shanghai',
    })
  for (const [index, code] of indexed(manifest.languages))
    if (!isLanguage(code))
      reportProblem(locationOf(context, file, 'languages', index), 'bad-format', {
        found: `"${code}"`,
        pattern: 'of a language, such as pt-BR',
      })
  routeAt(locationOf(context, file, 'homeScreen'), manifest.homeScreen)
  for (const [index, path] of indexed(manifest.accountScreens))
    routeAt(locationOf(context, file, 'accountScreens', index), path)
  const log = findEntity(locationOf(context, file, 'logEntity'), manifest.logEntity)
  for (const name of log === undefined ? [] : logFields)
    if (!(name in log!.fields))
      reportProblem(locationOf(context, file, 'logEntity'), 'unknown-field', { entity: log!.name, name })
  resolveMessages(locationOf(context, file, 'messages'), manifest.messages)
  if (manifest.audit !== undefined) resolveAudit(locationOf(context, file, 'audit'), manifest.audit)
  if (manifest.outbox !== undefined) resolveOutbox(locationOf(context, file, 'outbox'), manifest.outbox)
  if (manifest.webhooks !== undefined) resolveWebhooks(locationOf(context, file, 'webhooks'), manifest.webhooks)
  if (manifest.scheduledReports !== undefined)
    resolveScheduledReports(locationOf(context, file, 'scheduledReports'), manifest.scheduledReports)
  if (manifest.proposals !== undefined) resolveProposals(locationOf(context, file, 'proposals'), manifest.proposals)
  return {
    ...manifest,
    ...context.manifests.translations.spoken,
    icon: manifest.icon ?? '/icon.svg',
    accountScreens: manifest.accountScreens ?? [],
    allowlists: resolveAllowlists(context, file, manifest.allowlists ?? {}),
  }
}

function resolveAllowlists(
  context: CompileContext,
  file: File<language.AppManifest>,
  written: Readonly<Record<string, language.Allowlist>>,
): Product['allowlists'] {
  const lists = createTable<Allowlist>()
  const listNames = Object.keys(context.manifests.access?.manifest.sessionLists ?? {})
  for (const [name, { member, screens, refusalMessage }] of Object.entries(written)) {
    const location = locationOf(context, file, 'allowlists', name)
    if (!listNames.includes(name) && context.manifests.access !== undefined)
      reportProblem(
        location,
        'unknown-code',
        { name, of: '`sessionLists` of access.json' },
        { key: true, ...hintFor(name, listNames) },
      )
    for (const [index, path] of indexed(screens)) routeAt(childLocation(location, 'screens', index), path)
    const rule = ruleAt(childLocation(location, 'member'), member, context.base, 'text')
    if (rule !== undefined) lists[name] = { member: rule, screens, refusalMessage }
  }
  return lists
}

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) instanceof Intl.DateTimeFormat
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

function resolveAudit(location: ManifestLocation, audit: language.Audit): void {
  for (const [index, name] of indexed(audit.opened)) findEntity(childLocation(location, 'opened', index), name)
  const entity = findEntity(childLocation(location, 'entity'), audit.entity)
  if (entity === undefined) return
  for (const name of auditFields)
    if (!(name in entity.fields))
      reportProblem(childLocation(location, 'entity'), 'unknown-field', { entity: entity.name, name })
  checkCodes(childLocation(location, 'entity'), entity.fields.action, auditActions)
}

function resolveOutbox(location: ManifestLocation, outbox: language.Outbox): void {
  const entity = findEntity(childLocation(location, 'entity'), outbox.entity)
  if (entity === undefined) return
  stateAt(childLocation(location, 'waitingState'), entity, outbox.waitingState)
  for (const [key, creates, given] of [
    ['takeTransition', false, []],
    ['sendOnceTransition', true, outboxFields],
    ['sentTransition', false, []],
    ['failTransition', false, failureFields],
    ['loseTransition', false, failureFields],
  ] as const)
    checkEngineTransition(childLocation(location, key), entity, outbox[key], { creates, given })
  checkCodes(childLocation(location, 'entity'), entity.fields.failureReason, sendFailures)
}

/** The options of a choice must have every code that the engine writes into it. */
function checkCodes(location: ManifestLocation, field: Field | undefined, written: readonly string[]): void {
  const dictionary = field?.dictionary ?? ''
  const codes = location.context.dictionaryCodes.get(dictionary)
  for (const name of codes === undefined ? [] : written)
    if (!codes!.includes(name)) reportProblem(location, 'unknown-code', { name, of: `the dictionary ${dictionary}` })
}

/** A group without a use is checked as well. */
function checkGroups(context: CompileContext): void {
  const files = new Map<string, string>()
  for (const { name, group, location } of declaredGroups(context)) {
    groupRule(location, group)
    const other = files.get(name)
    if (other !== undefined)
      reportProblem(location, 'duplicate-name', { kind: 'message group', name, other }, { key: true })
    files.set(name, location.file.path)
  }
}

function resolveMessages(location: ManifestLocation, messages: language.Messages): void {
  const { context } = location
  routeAt(childLocation(location, 'screen'), messages.screen)
  if (messages.choicesEndpoint !== undefined)
    endpointAt(childLocation(location, 'choicesEndpoint'), messages.choicesEndpoint)
  const entity = findEntity(childLocation(location, 'entity'), messages.entity)
  if (entity === undefined) return
  checkEngineTransition(childLocation(location, 'sendTransition'), entity, messages.sendTransition, {
    creates: true,
    given: messageFields,
  })
  checkEngineTransition(childLocation(location, 'readTransition'), entity, messages.readTransition, { creates: false })
  checkGroups(context)
  stateAt(childLocation(location, 'unreadState'), entity, messages.unreadState)
  const kind = findField(childLocation(location, 'entity'), entity, 'kind')
  const codes = context.dictionaryCodes.get(kind?.dictionary ?? '')
  if (codes !== undefined && messages.noteKind !== undefined && !codes.includes(messages.noteKind))
    reportProblem(
      childLocation(location, 'noteKind'),
      'unknown-code',
      { name: messages.noteKind, of: `the dictionary ${kind!.dictionary}` },
      hintFor(messages.noteKind, codes),
    )
  for (const code of codes === undefined ? [] : Object.keys(messages.counters))
    if (!codes!.includes(code))
      reportProblem(
        childLocation(location, 'counters', code),
        'unknown-code',
        { name: code, of: `the dictionary ${kind!.dictionary}` },
        { key: true, ...hintFor(code, codes!) },
      )
}
