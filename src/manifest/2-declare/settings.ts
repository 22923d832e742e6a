// Declares the settings of all files. A setting is declared once.
import type { SettingValue } from '../model/app'
import type { ValueType } from '../model/rule'
import { checkName, locationOf, reportProblem, type CompileContext } from '../context/compileContext'

export function declareSettings(context: CompileContext): void {
  const sources = new Map<string, string>()
  for (const file of context.manifests.settings)
    for (const [name, { title, value }] of Object.entries(file.manifest.settings)) {
      const location = locationOf(context, file, 'settings', name)
      checkName(location, name)
      const other = sources.get(name)
      if (other !== undefined)
        reportProblem(location, 'duplicate-name', { kind: 'setting', name, other }, { key: true })
      sources.set(name, file.path)
      context.settings[name] = { name, title, value, type: typeOf(value) }
    }
}

function typeOf(value: SettingValue): ValueType {
  if (Array.isArray(value)) return 'list'
  switch (typeof value) {
    case 'string':
      return 'text'
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    default:
      return 'table'
  }
}
