// Compiles a program in TypeScript beside generated types. Not a test itself.
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** Compiles program.ts in a folder; returns what the compiler prints of errors. */
export async function compileProgram(folder: string): Promise<string> {
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  const compiler = join('node_modules', 'typescript', 'bin', 'tsc')
  return execute(process.execPath, [compiler, '-p', folder]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )
}

const settings = {
  compilerOptions: {
    target: 'ES2023',
    lib: ['ES2023', 'DOM'],
    module: 'ESNext',
    moduleResolution: 'bundler',
    strict: true,
    types: ['node'],
    typeRoots: [join(process.cwd(), 'node_modules', '@types')],
  },
  files: ['program.ts'],
}
