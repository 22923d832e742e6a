// What the data does not allow, each with its place in the manifests.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, placeOf, type JsonPath } from '../../manifest/json/parse'
import { printProblem } from '../../manifest/problems/print'

/** One change that records are in the way of. */
export interface MigrationRefusal {
  /** The manifest, as its path below `schemas/`. */
  readonly source: string
  /** Its value or the key that is at fault; the nearest that is there is marked. */
  readonly path: JsonPath
  readonly message: string
  /** What to write instead. */
  readonly hint: string
}

/** The manifests require changes that the data does not allow. */
export class MigrationProblem extends Error {
  override readonly name = 'MigrationProblem'

  constructor(
    readonly refusals: readonly MigrationRefusal[],
    options?: ErrorOptions,
  ) {
    super(refusals.map(({ source, message, hint }) => `${source}: ${message} ${hint}`).join('\n'), options)
  }

  /** Each refusal as the compiler prints a problem: file, line, column and caret. `label`: the folder in the output. */
  printed(folder: string, label = folder): string[] {
    return this.refusals.map(({ source, path, message, hint }) => {
      const document = parse({ path: source, text: readFileSync(join(folder, source), 'utf8') })
      const position = placeOf(document, path, { key: true })
      return printProblem({ code: 'stored-records', file: source, ...position, message, hint }, label)
    })
  }
}
