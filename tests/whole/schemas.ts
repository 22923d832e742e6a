// What do the real manifests say? Compiled once for every test of the whole product.
import type { App } from '../../src/manifest/model/app'
import { compile } from '../../src/manifest/compile'
import { printProblem } from '../../src/manifest/problems/print'
import { readSources } from '../../src/server/workers/readManifests'

let app: App | undefined

/** The compiled App of schemas/. @throws with the printed problems */
export function readSchemas(): App {
  if (app) return app
  const compiled = compile(readSources('schemas'))
  if (!compiled.ok) throw new Error(compiled.problems.map((problem) => printProblem(problem)).join('\n'))
  return (app = compiled.app)
}
