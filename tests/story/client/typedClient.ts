// Generates types from the description of the interface, compiles a program against them and runs
// it.
import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { compile, type JSONSchema } from 'json-schema-to-typescript'
import type { OpenApiDocument } from '../../../src/server/endpoints/openapi/openApiDocument'

const execute = promisify(execFile)

/** Compiles and runs the program with these arguments; answers the JSON that it prints. */
export async function runTyped(program: string, document: OpenApiDocument, words: readonly string[]): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'client-'))
  try {
    await cp(program, join(folder, 'program.ts'))
    await writeFile(join(folder, 'calls.ts'), await typesOf(document))
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
    const compiler = join('node_modules', 'typescript', 'bin', 'tsc')
    await execute(process.execPath, [compiler, '-p', folder]).catch(({ stdout }: { stdout: string }) => {
      throw new Error(`The program does not fit the description:\n${stdout}`)
    })
    const { stdout } = await execute(process.execPath, [join(folder, 'program.js'), ...words])
    return JSON.parse(stdout)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
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

/** An interface of all calls by path, each with its request and its answer. */
async function typesOf({ paths, components }: OpenApiDocument): Promise<string> {
  type Body = {
    readonly content: Readonly<Record<string, { readonly schema?: { readonly anyOf?: readonly unknown[] } }>>
  }
  const calls = Object.entries(paths).flatMap(([path, { post }]) => {
    const request = (post?.requestBody as Body | undefined)?.content['application/json']?.schema
    const answer = (post?.responses as Readonly<Record<string, Body>> | undefined)?.[200]?.content['application/json']
    if (!request || answer?.schema?.anyOf?.length !== 2) return []
    const properties = { request: plain(request), answer: plain(answer.schema) }
    return [
      [path, { type: 'object', properties, required: ['request', 'answer'], additionalProperties: false }] as const,
    ]
  })
  const whole = {
    type: 'object',
    properties: Object.fromEntries(calls),
    required: calls.map(([path]) => path),
    additionalProperties: false,
    definitions: plain(components.schemas),
  }
  return compile(whole as unknown as JSONSchema, 'Calls', {
    format: false,
    bannerComment: '',
    unreachableDefinitions: false,
  })
}

/** Types have no titles and no bounds; the generator looks for shared schemas among definitions. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) => {
      if (isNoType(name, item)) return []
      return [[name, name === '$ref' ? String(item).replace('#/components/schemas/', '#/definitions/') : plain(item)]]
    }),
  )
}

const isNoType = (name: string, value: unknown): boolean =>
  name.startsWith('x-') ||
  name === 'discriminator' ||
  (['title', 'description'].includes(name) && typeof value === 'string') ||
  (['minItems', 'maxItems'].includes(name) && typeof value === 'number')
