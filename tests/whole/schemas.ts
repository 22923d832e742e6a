// The real manifests, compiled once for all tests of the whole product.
import { revisionOf } from '../../src/manifest/1-read/revision'
import type { App } from '../../src/manifest/model/app'
import { compile, type Compiled } from '../../src/manifest/compile'
import { printProblem } from '../../src/manifest/problems/print'
import { readSources } from '../../src/server/workers/readManifests'
import { compiledBefore } from './compileOnce'

type Sound = Extract<Compiled, { ok: true }>
/** The compiled App of schemas/, one for all test files of a worker. @throws with the printed problems */
export const readSchemas = (): App =>
  (app ??= compiledBefore(revisionOf(readSources('schemas'))) ?? compileSchemas().app)

let app: App | undefined
let compiled: Sound | undefined

/** The same with the warnings; compiled once for all test files of a worker. */
export function compileSchemas(): Sound {
  if (compiled) return compiled
  const result = compile(readSources('schemas'))
  if (!result.ok) throw new Error(result.problems.map((problem) => printProblem(problem)).join('\n'))
  return (compiled = result)
}
