// Which calls stand under an address of their own? Resolves endpoints; what an operation does with its options is the server's knowledge.
import type { Endpoint } from '../app'
import type * as language from '../generated/language'
import { permissionsAt } from '../names'
import type { File } from '../read'
import { at, hintFor, table, tell, type World } from '../world'
import { loneFields } from './fields'

const USUAL_TIMEOUT = 20_000

/** All endpoints by `METHOD path`. */
export function resolveEndpoints(world: World): Record<string, Endpoint> {
  const endpoints = table<Endpoint>()
  const sources = new Map<string, string>()
  for (const file of world.manifests.endpoints) {
    const endpoint = resolveEndpoint(world, file)
    const address = `${endpoint.method} ${endpoint.path}`
    const other = sources.get(address)
    if (other !== undefined) tell(world, at(file, 'path'), 'duplicate-route', { path: address, other })
    else sources.set(address, file.path)
    endpoints[address] = endpoint
  }
  return endpoints
}

function resolveEndpoint(world: World, file: File<language.EndpointManifest>): Endpoint {
  const { manifest } = file
  const { operations } = world.names
  if (manifest.path.startsWith('/api/')) tell(world, at(file, 'path'), 'reserved-route')
  if (operations !== undefined && !operations.has(manifest.operation))
    tell(
      world,
      at(file, 'operation'),
      'unknown-operation',
      { name: manifest.operation },
      hintFor(manifest.operation, operations),
    )
  return {
    name: file.name,
    title: manifest.title,
    method: manifest.method,
    path: manifest.path,
    permission: permissionsAt(world, at(file, 'permission'), manifest.permission, ['public', 'signed-in', 'admin']),
    operation: manifest.operation,
    options: manifest.options ?? {},
    timeout: manifest.timeout ?? USUAL_TIMEOUT,
    writes: manifest.writes === true,
    request: loneFields(world, file, ['request'], manifest.request, 'request'),
    answer: loneFields(world, file, ['answer'], manifest.answer, 'answer'),
    ...(manifest.timeoutMessage !== undefined && { timeoutMessage: manifest.timeoutMessage }),
  }
}
