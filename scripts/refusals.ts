// Writes the table of all refusals, schemas/language/refusals.md, for `npm run refusals`.
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { format } from 'oxfmt'
import { refusals } from '../src/protocol/refusals/catalog'
import type { RefusalEntry } from '../src/protocol/refusals/entry'
import { readCommandLine } from './commandLine.mjs'

export const target = fileURLToPath(new URL('../schemas/language/refusals.md', import.meta.url))

const header = `# Refusals

Every request that the server refuses is answered with \`{code, key, msg, data}\`. The \`key\` is stable and the same in every language: rely on it, not on \`msg\`, which is for people. \`data.fields\` says what is wrong with single fields, \`hint\` what the user can do where the sentence does not say so.
The HTTP status is 200 unless the path, the protocol or the server itself is at fault. Written by \`npm run refusals\` from \`src/protocol/refusals\`; do not edit.

| key | code | status | meaning | what to do |
| --- | --- | --- | --- | --- |`

/** The text of the documentation, in the project's format. */
export async function refusalTable(): Promise<string> {
  const rows = Object.entries<RefusalEntry>(refusals).map(
    ([key, { code, status, meaning, remedy }]) => `| \`${key}\` | ${code} | ${status} | ${meaning} | ${remedy} |`,
  )
  const { code } = await format('refusals.md', [header, ...rows, ''].join('\n'), { printWidth: 120 })
  return code
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const usage = `npm run refusals [-- flags]

Writes schemas/language/refusals.md, the table of all refusals.

  --check   writes nothing, and ends with code 1 when the file is stale
  --help    this text`
  const { flags } = readCommandLine(usage, { flags: ['check'] })
  const text = await refusalTable()
  const before = existsSync(target) ? await readFile(target, 'utf8') : ''
  if (before === text) console.log('The table of refusals is up to date.')
  else if (flags.has('check')) {
    console.error('schemas/language/refusals.md is stale: run `npm run refusals`.')
    process.exitCode = 1
  } else {
    await writeFile(target, text)
    console.log('Wrote schemas/language/refusals.md.')
  }
}
