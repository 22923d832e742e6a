// Generates src/manifest/language/generated.ts, the TypeScript types of manifests.
// Reads schemas/language. `npm run types` also writes the schemas and types with the product's names for editors.
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { compile, type JSONSchema } from 'json-schema-to-typescript'
import { language, type SchemaName } from '../src/manifest/language/schemas'
import { allCallTypes } from '../src/server/boot/reload/describeCalls'
import { callTypesFile, editorSchemas, writeEditorSchemas } from '../src/server/workers/editor/editorSchemas'
import { readCommandLine } from './commandLine.mjs'
import { compileFolder, schemasFolder } from './compiled'

export const target = fileURLToPath(new URL('../src/manifest/language/generated.ts', import.meta.url))

const header = `// How does an author write a manifest? Generated from schemas/language by \`npm run types\`; do not edit.
/* oxlint-disable */`

/** Definitions with one name in TypeScript; otherwise every described use would become a type of its own. */
const typeNames = {
  text: 'Text',
  rule: 'Rule',
  name: 'Name',
  fieldPath: 'FieldPath',
  permission: 'Permission',
} as const
const meanings: Readonly<Record<keyof typeof typeNames, string>> = {
  text: 'Readonly<Record<string, string>>',
  rule: 'string',
  name: 'string',
  fieldPath: 'string',
  permission: 'string',
}

function words(): string {
  return Object.entries(typeNames)
    .map(([name, type]) =>
      [
        `/** ${language.definitions.$defs![name]!.description} */\nexport type`,
        `${type} = ${meanings[name as keyof typeof typeNames]}`,
      ].join(' '),
    )
    .join('\n')
}

/**
 * Merges all schema files, so that a shared part has one name: file.schema.json#/$defs/x and #/$defs/x become
 * #/$defs/x.
 */
function joined(): JSONSchema {
  const definitions: Record<string, unknown> = {}
  const properties: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(language)) {
    const {
      $defs = {},
      $id: _id,
      $schema: _schema,
      allOf: _names,
      ...root
    } = schema as Record<string, unknown> & { $defs?: Record<string, unknown> }
    for (const [key, definition] of Object.entries($defs)) {
      if (key in definitions) throw new Error(`schemas/language: two files define ${key}`)
      definitions[key] = rewritten(definition)
    }
    if (name === ('definitions' satisfies SchemaName)) continue
    definitions[`${name}Manifest`] = rewritten(root)
    properties[name] = { $ref: `#/$defs/${name}Manifest` }
  }
  return {
    title: 'Language',
    description: 'Every kind of manifest file by its name.',
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
    $defs: definitions,
  } as JSONSchema
}

function rewritten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewritten)
  if (typeof value !== 'object' || value === null) return value
  const { $ref, description, ...rest } = value as {
    $ref?: string
    description?: string
    minItems?: number
    maxItems?: number
  } & Record<string, unknown>
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1)!
    return name in typeNames
      ? { tsType: typeNames[name as keyof typeof typeNames], description }
      : { $ref: `#/$defs/${name}` }
  }
  // Do not generate tuples for nonempty lists.
  if (rest.minItems !== rest.maxItems) delete rest.minItems
  return {
    ...(description !== undefined && { description }),
    ...Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, rewritten(item)])),
  }
}

/** The text of the generated file. */
export async function generate(): Promise<string> {
  const text = await compile(joined(), 'Language', {
    bannerComment: `${header}\n\n${words()}`,
    additionalProperties: false,
    unreachableDefinitions: false,
    style: { semi: false, singleQuote: true, printWidth: 160 },
  })
  return text.replaceAll('\r\n', '\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const usage = `npm run types [-- flags]

Writes the TypeScript types of manifests from schemas/language, and the schemas with the names of this product, which
editors complete and explain, and types of its calls, records and forms for programs (schemas/language/product).

  --check   writes nothing, and ends with code 1 when the types are stale
  --help    this text`
  const { flags } = readCommandLine(usage, { flags: ['check'] })
  const text = await generate()
  const before = existsSync(target) ? await readFile(target, 'utf8') : ''
  if (before === text) console.log('The types of the manifest language are up to date.')
  else if (flags.has('check')) {
    console.error('src/manifest/language/generated.ts is stale: run `npm run types`.')
    process.exitCode = 1
  } else {
    await writeFile(target, text)
    console.log('Wrote src/manifest/language/generated.ts.')
  }
  if (!flags.has('check')) {
    const { compiled } = compileFolder(schemasFolder)
    const schemas = compiled.ok ? editorSchemas(schemasFolder, compiled.app) : undefined
    if (compiled.ok && schemas !== undefined) {
      const files = { ...schemas, [callTypesFile]: await allCallTypes(compiled.app) }
      await writeEditorSchemas(schemasFolder, files, (sentence) => console.log(sentence))
    }
  }
}
