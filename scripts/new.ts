// Creates minimal manifests for `npm run new`; at a terminal, questions complete the command line.
// The result compiles; existing files are never overwritten.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { compile } from '../src/manifest/compile'
import { readSources } from '../src/server/workers/readManifests'
import { readCommandLine, refuse } from './commandLine.mjs'
import { folderHelp, printFolder, printProblems, requireApp, schemasFolder } from './compiled'
import { askOn } from './new/questions'
import { NewProblem, Unanswered, wishOf, type Wish } from './new/wish'
import { written, type NewFiles } from './new/written'

const usage = `npm run new -- module <name> --title 样品,Samples
npm run new -- entity <module> <name> --title 样品,Sample --prefix SP [--no-name]
npm run new -- list|form|report|calendar|board|gallery <module> <Name> --entity <entity>
npm run new -- document <entity> <name> --title 借条,Loan slip
npm run new -- figure <module> --entity <entity> [--dashboard </address>]

Writes a file that is sound, or a part of one. At a terminal it asks for what is missing here.

  --title T      the title in each language of the product, with commas between them; what shows an entity has that of
                 the entity if there is none
  --entity E     the entity that a screen or figure shows
  --code C       the permission code of those who may use it, of a module also the name of a new one; without it one is
                 made, which nobody holds yet
  --prefix P     the letters before the numbers of the records
  --no-name      records that are called by their number alone, such as requests and payments
  --dashboard A  the dashboard of the figure, by its address; the first one if absent
  --help         this text
${folderHelp}`

const { flags, values, words } = readCommandLine(usage, {
  flags: ['no-name'],
  values: ['entity', 'title', 'prefix', 'code', 'dashboard'],
  words: [0, 3],
})
printFolder()
const app = requireApp()
const sources = readSources(schemasFolder)
const terminal = process.stdin.isTTY && process.stdout.isTTY ? askOn(process.stdin, process.stdout) : undefined
const { wish, made } = await attempt()
terminal?.end()
const compiled = compile([
  ...sources.filter(({ path }) => !made.files.some((file) => file.path === path)),
  ...made.files,
])
if (!compiled.ok) {
  printProblems(compiled.problems)
  refuse('Nothing was written.')
}
for (const { path, text } of made.files) {
  mkdirSync(dirname(join(schemasFolder, path)), { recursive: true })
  writeFileSync(join(schemasFolder, path), text)
}
const files = made.files.map(({ path }) => relative(process.cwd(), join(schemasFolder, path)))
console.log(`Wrote ${files.join(' and ')}. A running server shows it at once.`)
for (const line of advice()) console.log(line)

async function attempt(): Promise<{ readonly wish: Wish; readonly made: NewFiles }> {
  try {
    const wish = await wishOf(app, { words, values, isNamed: !flags.has('no-name') }, terminal?.ask)
    return { wish, made: written(app, sources, wish) }
  } catch (error) {
    terminal?.end()
    if (error instanceof NewProblem) return refuse(error.message)
    if (!(error instanceof Unanswered)) throw error
    console.error(`${error.message}.\n\n${usage}`)
    return process.exit(2)
  }
}

function advice(): string[] {
  const { kind, module, name } = wish
  const { ownCode } = made
  const holders =
    ownCode === undefined
      ? []
      : [
          `Only holders of ${ownCode} may use it, and no role holds it yet. To give it to the roles that hold another code,`,
          `add "grants": { "${ownCode}": ["that code"] } to ${module}/module.json; \`npm run explain\` lists the codes with their roles.`,
        ]
  switch (kind) {
    case 'entity':
      return [
        ...holders,
        `No screen offers it yet, of which \`npm run check\` warns: npm run new -- list ${module} <Name> --entity ${name}`,
      ]
    case 'list':
    case 'gallery':
    case 'report':
      return [...holders, 'It is not exported; take "export": false out to let holders do so.']
    case 'document':
      return ['Whoever may open a record may print it; `link` beside `sections` lets it be sent.']
    default:
      return holders
  }
}
