// What is a module? Its menu item and the screens in its folder, in menu order.
import type { Module, Screen } from '../app'
import { iconAt, ineffective, permissionsAt } from '../names'
import { at, hintFor, table, tell, type World } from '../world'
import { LAST } from './screens'

/** All modules by name. */
export function resolveModules(world: World, screens: Readonly<Record<string, Screen>>): Record<string, Module> {
  const own = new Map<string, Screen[]>()
  for (const screen of Object.values(screens)) {
    const known = own.get(screen.module)
    if (known === undefined) own.set(screen.module, [screen])
    else known.push(screen)
  }
  const modules = table<Module>()
  for (const [name, file] of world.manifests.modules) {
    const { manifest } = file
    iconAt(world, at(file, 'icon'), manifest.icon)
    if (manifest.path === undefined)
      ineffective(world, file, [], manifest, ['icon', 'redirect', 'menuOnly', 'hidden'], 'without `path`')
    if (manifest.menuOnly === true)
      ineffective(world, file, [], manifest, ['redirect'], 'on a module that is a menu only')
    const paths = (own.get(name) ?? [])
      .sort((a, b) => a.order - b.order || (a.path < b.path ? -1 : 1))
      .map((screen) => screen.path)
    if (manifest.redirect !== undefined && manifest.path !== undefined && !paths.includes(manifest.redirect))
      tell(
        world,
        at(file, 'redirect'),
        'unknown-screen',
        { name: manifest.redirect },
        hintFor(manifest.redirect, paths),
      )
    modules[name] = {
      name,
      title: manifest.title,
      permission:
        manifest.permission === undefined
          ? ['signed-in']
          : permissionsAt(world, at(file, 'permission'), manifest.permission, ['signed-in', 'admin']),
      order: manifest.order ?? LAST,
      menuOnly: manifest.menuOnly === true,
      hidden: manifest.hidden === true,
      screens: paths,
      source: file.path,
      ...(manifest.path !== undefined && { path: manifest.path }),
      ...(manifest.icon !== undefined && { icon: manifest.icon }),
      ...(manifest.redirect !== undefined && { redirect: manifest.redirect }),
    }
  }
  return modules
}
