// Generates types from the description of the interface, compiles a program against them and runs
// it.
import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { compileProgram } from '../../compileProgram'
import { callTypes } from '../../../src/server/endpoints/openapi/callTypes'
import type { OpenApiDocument } from '../../../src/server/endpoints/openapi/openApiDocument'

const execute = promisify(execFile)

/** Compiles and runs the program with these arguments; answers the JSON that it prints. */
export async function runTyped(program: string, document: OpenApiDocument, words: readonly string[]): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'client-'))
  try {
    await cp(program, join(folder, 'program.ts'))
    await writeFile(join(folder, 'calls.d.ts'), callTypes(document))
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
    const errors = await compileProgram(folder)
    if (errors !== '') throw new Error(`The program does not fit the description:\n${errors}`)
    const { stdout } = await execute(process.execPath, [join(folder, 'program.js'), ...words])
    return JSON.parse(stdout)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
