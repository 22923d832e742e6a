// The groups of accounts that messages go to, of app.json and then of modules, and their rules.
import type { MessageGroup } from '../language/generated'
import type { Rule } from '../model/rule'
import { childLocation, locationOf, ruleAt, type CompileContext, type ManifestLocation } from './compileContext'

export interface DeclaredGroup {
  readonly name: string
  readonly group: MessageGroup
  readonly location: ManifestLocation
}

/** In the order of declaration, including duplicates. */
export function declaredGroups(context: CompileContext): DeclaredGroup[] {
  const { app, modules } = context.manifests
  const groupsAt = (location: ManifestLocation, groups: Readonly<Record<string, MessageGroup>> = {}) =>
    Object.entries(groups).map(([name, group]): DeclaredGroup => ({
      name,
      group,
      location: childLocation(location, name),
    }))
  return [
    ...(app === undefined
      ? []
      : groupsAt(locationOf(context, app, 'messages', 'groups'), app.manifest.messages.groups)),
    ...[...modules.values()].flatMap((file) =>
      groupsAt(locationOf(context, file, 'messageGroups'), file.manifest.messageGroups),
    ),
  ]
}

/** The rule for the accounts of a group. It is the same for all records and reads none. */
export function groupRule(location: ManifestLocation, { where }: MessageGroup): Rule | undefined {
  const { context } = location
  const account = context.entities[context.identity?.accountEntity ?? '']
  return (
    account && ruleAt(childLocation(location, 'where'), where, { ...context.base, record: account.shape }, 'boolean')
  )
}
