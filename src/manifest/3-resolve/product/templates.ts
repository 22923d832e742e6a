// Checks the texts of an integration that carry variables: each placeholder is known at its call.
import type { Templates } from '../../model/app'
import type * as language from '../../language/generated'
import type { File } from '../../1-read/read'
import { hintFor, locationOf, reportProblem, type CompileContext } from '../../context/compileContext'

/** What the engine provides for each call, besides the variables. */
const PROVIDED = {
  token: { query: [] },
  channel: {
    query: ['address', 'text', 'token'],
    headers: ['address', 'text', 'token'],
    body: ['address', 'text', 'token'],
  },
  identify: { query: ['code'] },
  map: { query: [] },
} as const

export function checkTemplates(context: CompileContext, file: File<language.IntegrationManifest>): void {
  const { manifest } = file
  const variables = Object.keys(manifest.variables ?? {})
  for (const [call, parts] of Object.entries(PROVIDED) as [keyof typeof PROVIDED, Record<string, readonly string[]>][])
    for (const [part, provided] of Object.entries(parts)) {
      const written = Object.entries(manifest[call] ?? {}).find(([key]) => key === part)?.[1] as Templates | undefined
      const available = [...variables, ...provided.filter((name) => name !== 'token' || manifest.token !== undefined)]
      for (const [parameter, text] of Object.entries(written ?? {}))
        for (const [source, mark] of [
          [parameter, { key: true }],
          [text, {}],
        ] as const)
          for (const [found, name] of source.matchAll(/\{([^{}]*)\}|[{}]/g)) {
            if (name !== undefined && available.includes(name)) continue
            const location = locationOf(context, file, call, part, parameter)
            if (name === undefined) reportProblem(location, 'bad-placeholder', { found }, mark)
            else
              reportProblem(
                location,
                'unknown-name',
                { what: 'variable', name },
                { ...hintFor(name, available), ...mark },
              )
          }
    }
}
