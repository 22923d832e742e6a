// Collects the groups of accounts that messages go to: those of app.json, then those of modules.
import type { MessageGroup } from '../language/generated'
import { childLocation, locationOf, type CompileContext, type ManifestLocation } from './compileContext'

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
