// Names the lists over which a caller may open records.
import { canOpen } from '../../../manifest/access/permissions'
import type { App } from '../../../manifest/model/app'
import type { Entity } from '../../../manifest/model/entity'
import type { Screen } from '../../../manifest/model/screen'
import type { Caller } from '../../context/context'

/** Lists over which a record opens, in the order of the menu; those without a menu entry come last. */
export function openLists(app: App, caller: Caller): Screen[] {
  const modules = Object.values(app.modules).sort((a, b) => a.menuOrder - b.menuOrder)
  const lists = modules
    .flatMap(({ screens }) => screens.flatMap((path) => app.screens[path] ?? []))
    .filter((screen) => screen.kind === 'list' && screen.layout === 'main' && canOpen(app, caller, screen))
  return [...lists.filter((screen) => !screen.hideInMenu), ...lists.filter((screen) => screen.hideInMenu)]
}

/** The list over which records of an entity open: its own, else the first. */
export function screenOver(screens: readonly Screen[], { name }: Pick<Entity, 'name'>): Screen | undefined {
  return screens.find((list) => list.entity === name) ?? screens[0]
}
