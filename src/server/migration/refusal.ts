// Changes that the data does not allow, each with its location in the manifests.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { parse, placeOf, type JsonPath } from '../../manifest/json/parse'
import type { Entity } from '../../manifest/model/entity'
import { printedProblem, type PrintedProblem } from '../../manifest/problems/print'

/** A change that existing records prevent. */
export interface MigrationRefusal {
  /** The manifest, as its path below `schemas/`. */
  readonly source: string
  /** The path of the value or key at fault; the nearest existing one is marked. */
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
  printed(folder: string, label = folder): PrintedProblem[] {
    return printedRefusals(this.refusals, (source) => readFileSync(join(folder, source), 'utf8'), label)
  }
}

/** The classes of errors that a statement meets whenever it is sent: not those of a busy or broken server. */
const lastingClasses = new Set(['0A', '22', '23', '42', '54'])

/** Of these classes, but of rights, a pooler and missing tables: for the operator, not for the author. */
const operatorsCodes = new Set(['42501', '42P05', '42P01'])

/** Runs statements for one entity; gives an error by which PostgreSQL refuses them a place in its manifest. */
export async function atManifestOf<T>(
  { name, source }: Pick<Entity, 'name' | 'source'>,
  path: JsonPath,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw refusalOfDatabase({ name, source }, path, error) ?? error
  }
}

/** The refusal for a lasting error of PostgreSQL; undefined for every other one. */
export function refusalOfDatabase(
  { name, source }: Pick<Entity, 'name' | 'source'>,
  path: JsonPath,
  error: unknown,
): MigrationProblem | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined
  const code = error.code ?? ''
  if (!lastingClasses.has(code.slice(0, 2)) || operatorsCodes.has(code)) return undefined
  const message = `PostgreSQL cannot keep "${name}" as it is written (${error.message.replace(/\.$/, '')}).`
  return new MigrationProblem([{ source, path, message, hint: 'Write it as it was, or in another way.' }], {
    cause: error,
  })
}

/** The same for refusals that were not thrown; `textOf`: the text of a manifest by its path. */
export function printedRefusals(
  refusals: readonly MigrationRefusal[],
  textOf: (source: string) => string | undefined,
  label?: string,
): PrintedProblem[] {
  return refusals.map(({ source, path, message, hint }) => {
    const document = parse({ path: source, text: textOf(source) ?? '{}' })
    const position = placeOf(document, path, { key: true })
    return printedProblem({ code: 'stored-records', file: source, ...position, message, hint }, label)
  })
}
