// Resolves modules: the menu item of each and the screens of its folder, in menu order.
import { presentOf } from '../../expression/values/present'
import type { Module, Screen } from '../../model/screen'
import { iconAt, ineffective, permissionsAt } from '../../context/lookup'
import { locationOf, hintFor, createTable, reportProblem, type CompileContext } from '../../context/compileContext'
import { defaultMenuOrder } from '../screens/screens'

/** Returns all modules by name. */
export function resolveModules(
  context: CompileContext,
  screens: Readonly<Record<string, Screen>>,
): Record<string, Module> {
  const byName = new Map<string, Screen[]>()
  for (const screen of Object.values(screens)) {
    const screensOfModule = byName.get(screen.module)
    if (screensOfModule === undefined) byName.set(screen.module, [screen])
    else screensOfModule.push(screen)
  }
  const modules = createTable<Module>()
  for (const [name, file] of context.manifests.modules) {
    const { manifest } = file
    iconAt(locationOf(context, file, 'icon'), manifest.icon)
    if (manifest.path === undefined)
      ineffective(locationOf(context, file), manifest, ['icon', 'redirect', 'menuOnly', 'hideInMenu'], 'without `path`')
    if (manifest.menuOnly === true)
      ineffective(locationOf(context, file), manifest, ['redirect'], 'on a module that is a menu only')
    const paths = (byName.get(name) ?? [])
      .sort((a, b) => a.menuOrder - b.menuOrder || (a.path < b.path ? -1 : 1))
      .map((screen) => screen.path)
    if (manifest.redirect !== undefined && manifest.path !== undefined && !paths.includes(manifest.redirect))
      reportProblem(
        locationOf(context, file, 'redirect'),
        'unknown-screen',
        { name: manifest.redirect },
        hintFor(manifest.redirect, paths),
      )
    modules[name] = {
      name,
      title: manifest.title,
      permissions:
        manifest.permissions === undefined
          ? ['signed-in']
          : permissionsAt(locationOf(context, file, 'permissions'), manifest.permissions, ['signed-in', 'admin']),
      menuOrder: manifest.menuOrder ?? defaultMenuOrder,
      menuOnly: manifest.menuOnly === true,
      hideInMenu: manifest.hideInMenu === true,
      screens: paths,
      source: file.path,
      ...presentOf(manifest, 'path', 'icon', 'redirect'),
    }
  }
  return modules
}
