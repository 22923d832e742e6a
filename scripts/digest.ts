// Prints a digest of what the manifests mean, for `npm run digest`.
import { readCommandLine } from './commandLine.mjs'
import { folderHelp, printFolder, requireApp } from './compiled'
import { digestOf, meaningOf, type Meaning } from './meaning'
import { rolesWithGrants } from './roleRights'

const usage = `npm run digest [-- flags]

Prints a digest each of the compiled App, the rights, the SQL of every list and what explain prints. Run it before and
after a change of notation or of the engine: equal digests mean that nothing else has changed.

  --text   the texts themselves, so that a comparison of two runs shows what has changed
  --help   this text
${folderHelp}`

const { flags } = readCommandLine(usage, { flags: ['text'] })
printFolder()
const app = requireApp()
const meaning: Meaning = meaningOf(app, rolesWithGrants(app))
for (const [name, text] of Object.entries(meaning))
  console.log(flags.has('text') ? `== ${name}\n${text}\n` : `${name.padEnd(8)} ${digestOf(text)}`)
