// What do the real manifests say? Compiled once for every test of the whole product.
import type { App } from '../../src/manifest/model/app'
import { compile, type Compiled } from '../../src/manifest/compile'
import { printProblem } from '../../src/manifest/problems/print'
import { readSources } from '../../src/server/workers/readManifests'
import { ofWorker } from '../ofWorker'

type Sound = Extract<Compiled, { ok: true }>
/** The compiled App of schemas/. @throws with the printed problems */
export const readSchemas = (): App => compileSchemas().app

/** The same with the warnings. */
export const compileSchemas = (): Sound =>
  ofWorker('schemas', () => {
    const compiled = compile(readSources('schemas'))
    if (!compiled.ok) throw new Error(compiled.problems.map((problem) => printProblem(problem)).join('\n'))
    return compiled
  })
