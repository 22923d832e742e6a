// Checks the templates of an integration: each placeholder must be available at its call.
import type { Templates } from '../../model/app'
import type * as language from '../../language/generated'
import type { File } from '../../1-read/manifestFiles'
import { locationOf, reportProblem, type CompileContext, reportUnknownName } from '../../context/compileContext'

/** Templates of an integration: their locations, and what the engine provides besides the variables. */
const providedNames: readonly { readonly at: readonly string[]; readonly names: readonly string[] }[] = [
  { at: ['token', 'query'], names: [] },
  { at: ['channel', 'query'], names: ['messageId', 'address', 'text', 'token'] },
  { at: ['channel', 'headers'], names: ['messageId', 'address', 'text', 'token'] },
  { at: ['channel', 'body'], names: ['messageId', 'address', 'text', 'token'] },
  { at: ['identify', 'query'], names: ['code', 'token', 'userToken'] },
  { at: ['identify', 'headers'], names: ['code', 'token', 'userToken'] },
  { at: ['identify', 'exchange', 'body'], names: ['code', 'token'] },
  { at: ['identify', 'authorize', 'query'], names: ['returnAddress', 'state'] },
  { at: ['oidc'], names: [] },
  { at: ['mail'], names: [] },
  { at: ['map', 'query'], names: [] },
]

export function checkTemplates(context: CompileContext, file: File<language.IntegrationManifest>): void {
  const { manifest } = file
  const variables = Object.keys(manifest.variables ?? {})
  const given = (name: string) =>
    (name !== 'token' || manifest.token !== undefined) &&
    (name !== 'userToken' || manifest.identify?.exchange !== undefined)
  for (const { at, names } of providedNames) {
    const written = at.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], manifest)
    const available = [...variables, ...names.filter(given)]
    for (const [parameter, text] of Object.entries((written ?? {}) as Templates))
      for (const [source, mark] of [
        [parameter, { key: true }],
        [text, {}],
      ] as const)
        for (const [found, name] of source.matchAll(/\{([^{}]*)\}|[{}]/g)) {
          if (name !== undefined && available.includes(name)) continue
          const location = locationOf(context, file, ...at, parameter)
          if (name === undefined) reportProblem(location, 'bad-placeholder', { found }, mark)
          else reportUnknownName(location, name, { what: 'variable', among: available, ...mark })
        }
  }
}
