// Resolves the messages that a transition sends: text, receivers, kind and screen.
import { presentOf } from '../../expression/values/present'
import { pathOf } from '../../access/screenByPath'
import { fieldsInstead, referencesTo, reportWrongField } from '../../context/fittingFields'
import type { MessageEffect } from '../../model/transition'
import type * as language from '../../language/generated'
import { ineffective, pathFrom, permissionAt, routeAt } from '../../context/lookup'
import {
  childLocation,
  indexed,
  hintFor,
  reportProblem,
  textAt,
  type ManifestLocation,
  type EntityDraft,
  reportUnknownName,
} from '../../context/compileContext'
import { conditionAt } from '../../context/ruleTypes'
import { declaredGroups, type DeclaredGroup, groupRule } from '../../context/messageGroups'
import type { TransitionScope } from './scope'

export function resolveMessage(
  location: ManifestLocation,
  written: language.MessageEffect,
  scope: TransitionScope,
): MessageEffect | undefined {
  const { context } = location
  const { draft, environment } = scope
  const account = context.entities[context.identity?.accountEntity ?? '']
  const reads = [
    ...textAt(childLocation(location, 'message'), written.message, environment),
    ...(written.body === undefined ? [] : textAt(childLocation(location, 'body'), written.body, environment)),
  ]
  const when = conditionAt(location, 'when', written.when, environment)
  const group =
    written.toGroup === undefined ? undefined : groupNamed(childLocation(location, 'toGroup'), written.toGroup)
  refuseTwoReceivers(location, written)
  const ofGroup = account && group && groupRule(group.location, group.group)
  const ofMessage =
    account &&
    conditionAt(location, 'toWhere', written.toWhere, { ...environment, record: account.shape, this: draft.shape })
  const toWhere = ofMessage ?? ofGroup
  const toPermissions = holdersOf(location, written)
  for (const [index, path] of indexed(written.toFields))
    checkReceiver(childLocation(location, 'toFields', index), scope, path, account)
  checkKind(childLocation(location, 'messageKind'), written.messageKind)
  if (written.screen !== undefined) routeAt(childLocation(location, 'screen'), written.screen)
  if (written.screen === undefined) ineffective(location, written, ['recordField'], 'without a `screen`')
  const record =
    recordAt(childLocation(location, 'recordField'), draft, written.recordField) ??
    recordShown(location, draft, written)
  return {
    kind: 'message',
    message: written.message,
    toFields: indexed(written.toFields).map(([, path]) => path),
    messageKind: written.messageKind,
    readPaths: [...new Set(reads)],
    acrossTenants: group?.group.acrossTenants === true,
    ...presentOf(written, 'body', 'screen'),
    ...(toWhere !== undefined && { toWhere }),
    ...(toPermissions.length > 0 && { toPermissions }),
    ...(record !== undefined && { record }),
    ...(when !== undefined && { when }),
  }
}

/** The accounts are selected by a rule of the message, or by that of a group. */
function refuseTwoReceivers(location: ManifestLocation, { toWhere, toGroup }: language.MessageEffect): void {
  if (toWhere === undefined || toGroup === undefined) return
  reportProblem(
    childLocation(location, 'toGroup'),
    'conflicting-keys',
    { what: 'A message goes to `toWhere` that its own rule finds or to a `toGroup`' },
    { key: true },
  )
}

/** The codes whose holders receive the message; reports a message without any receivers. */
function holdersOf(location: ManifestLocation, written: language.MessageEffect): string[] {
  const { toFields, toWhere, toPermissions, toGroup } = written
  const key = 'toFields`, `toPermissions`, `toWhere` or `toGroup'
  if ([toFields, toWhere, toPermissions, toGroup].every((receivers) => receivers === undefined))
    reportProblem(location, 'missing-part', { thing: 'a message', key })
  return indexed(toPermissions).map(([index, code]) =>
    permissionAt(childLocation(location, 'toPermissions', index), code, []),
  )
}

function recordAt(location: ManifestLocation, draft: EntityDraft, path: string | undefined): MessageEffect['record'] {
  if (path === undefined) return undefined
  if (path === 'id') return { path, entity: draft.name }
  const reached = pathFrom(location, draft, path)
  if (reached === undefined) return undefined
  const { field, owner } = reached
  if (field.type === 'ref' && field.entity !== undefined) return { path, entity: field.entity }
  const fits = fieldsInstead(path, owner.fields, ({ type }) => type === 'ref')
  reportWrongField(location, { name: path, expected: 'a reference, or id', fits: [...fits, 'id'] })
  return undefined
}

/** The record itself on a screen of such records, unless an account receives the message that may have lost it. */
function recordShown(
  { context }: ManifestLocation,
  { name }: EntityDraft,
  { screen, recordField, toFields }: language.MessageEffect,
): MessageEffect['record'] {
  const path = screen === undefined ? undefined : pathOf(screen)
  const screenManifest = context.manifests.screens.find(({ manifest }) => manifest.path === path)?.manifest
  const isShown =
    (screenManifest?.kind === 'list' || screenManifest?.kind === 'calendar') && screenManifest.entity === name
  const isKept = !indexed(toFields).some(([, path]) => path.startsWith('before.'))
  return isShown && isKept && recordField === undefined ? { path: 'id', entity: name } : undefined
}

function checkReceiver(
  location: ManifestLocation,
  { draft, transition }: TransitionScope,
  path: string,
  account: EntityDraft | undefined,
): void {
  const before = path.startsWith('before.')
  if (before && transition.creates)
    reportWrongField(location, {
      name: path,
      expected: 'a field of the new record: there is none before it',
      fits: [path.slice(7)],
    })
  const reached = pathFrom(location, draft, before ? path.slice(7) : path, before ? 7 : 0)
  if (
    reached !== undefined &&
    account !== undefined &&
    (reached.field.type !== 'ref' || reached.field.entity !== account.name)
  )
    reportWrongField(location, {
      name: path,
      expected: `a reference to ${account.name}`,
      fits: referencesTo(location.context, draft, account.name),
    })
}

function groupNamed(location: ManifestLocation, name: string): DeclaredGroup | undefined {
  const { context } = location
  // Without app.json, which was reported, some groups are missing.
  if (context.manifests.app === undefined) return undefined
  const groups = declaredGroups(context)
  const declared = groups.find((one) => one.name === name)
  if (declared === undefined)
    reportUnknownName(location, name, { what: 'group of messages', among: groups.map((one) => one.name) })
  return declared
}

/** The kinds of messages are the codes of the message entity's field `kind`. */
function checkKind(location: ManifestLocation, kind: string): void {
  const { context } = location
  const message = context.entities[context.manifests.app?.manifest.messages.entity ?? '']
  const dictionary = message?.fields.kind?.dictionary
  const codes = dictionary === undefined ? undefined : context.dictionaryCodes.get(dictionary)
  if (codes !== undefined && !codes.includes(kind))
    reportProblem(location, 'unknown-code', { name: kind, of: `the dictionary ${dictionary}` }, hintFor(kind, codes))
}
