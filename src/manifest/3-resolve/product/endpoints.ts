// Resolves endpoints: calls at a fixed address.
// Only the server knows the options of an operation.
import type { Endpoint } from '../../model/app'
import type * as language from '../../language/generated'
import { operationFor } from '../../language/formerNames'
import { permissionsAt } from '../../context/lookup'
import type { File } from '../../1-read/manifestFiles'
import { locationOf, hintFor, createTable, reportProblem, type CompileContext } from '../../context/compileContext'
import { resolveStandaloneFields } from '../fields/fields'

const defaultTimeoutMs = 20_000

/** Returns all endpoints by `METHOD path`. */
export function resolveEndpoints(context: CompileContext): Record<string, Endpoint> {
  const endpoints = createTable<Endpoint>()
  const sources = new Map<string, string>()
  for (const file of context.manifests.endpoints) {
    const endpoint = resolveEndpoint(context, file)
    const address = `${endpoint.method} ${endpoint.path}`
    const other = sources.get(address)
    if (other !== undefined)
      reportProblem(locationOf(context, file, 'path'), 'duplicate-route', { path: address, other })
    else sources.set(address, file.path)
    endpoints[address] = endpoint
  }
  return endpoints
}

function resolveEndpoint(context: CompileContext, file: File<language.EndpointManifest>): Endpoint {
  const { manifest } = file
  const { operations } = context.names
  if (manifest.path.startsWith('/api/')) reportProblem(locationOf(context, file, 'path'), 'reserved-route')
  if (operations !== undefined && !operations.has(manifest.operation))
    reportProblem(
      locationOf(context, file, 'operation'),
      'unknown-operation',
      { name: manifest.operation },
      hintFor(operationFor(manifest.operation) ?? manifest.operation, operations),
    )
  return {
    name: file.name,
    title: manifest.title,
    method: manifest.method,
    path: manifest.path,
    permissions: permissionsAt(locationOf(context, file, 'permissions'), manifest.permissions, [
      'public',
      'signed-in',
      'admin',
    ]),
    operation: manifest.operation,
    options: manifest.options ?? {},
    timeoutMs: manifest.timeoutMs ?? defaultTimeoutMs,
    request: resolveStandaloneFields(locationOf(context, file, 'request'), manifest.request, 'request'),
    response: resolveStandaloneFields(locationOf(context, file, 'response'), manifest.response, 'response'),
    ...(manifest.timeoutMessage !== undefined && { timeoutMessage: manifest.timeoutMessage }),
  }
}
