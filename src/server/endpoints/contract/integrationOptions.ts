// Checks options of operations that name an integration.
import type { App, Integration } from '../../../manifest/model/app'

/** Explains why an option names no integration with this part; undefined for a disabled option. */
export function integrationProblems(app: App, name: unknown, part: keyof Integration): string[] {
  if (typeof name === 'string' && (app.switchedOff.includes(name) || app.integrations[name]?.[part] !== undefined))
    return []
  const suitable = Object.values(app.integrations).filter((integration) => integration[part] !== undefined)
  return [
    [
      `must name an integration with \`${part}\`:`,
      `${suitable.map((integration) => integration.name).join(', ') || 'none'}.`,
    ].join(' '),
  ]
}
