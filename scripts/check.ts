// Checks the manifests for `npm run check`: prints every problem and ends with code 1.
// Sound manifests: compares rights with access.lock, prints counts and warnings.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Source } from '../src/manifest/json/source'
import type { App } from '../src/manifest/model/app'
import { counted } from '../src/manifest/problems/counted'
import { operations } from '../src/server/endpoints/declared/operations'
import { accessLock } from '../src/manifest/access/lock/accessLock'
import { lockMessage } from '../src/manifest/access/lock/changes'
import { everyScreen } from '../src/manifest/access/screenByPath'
import { readDemoFiles } from '../src/server/boot/demo/files'
import { checkDemoTables } from '../src/server/boot/demo/records'
import { DemoProblem } from '../src/server/context/startError'
import { checkTables } from '../src/server/boot/first/checkTables'
import { readFirstTables, readJourneys } from '../src/server/workers/readManifests'
import { readCommandLine } from './commandLine.mjs'
import { copiedRules } from './copiedRules'
import { compileFolder, printProblems, printWarnings, schemasFolder } from './compiled'
import { idleScopes } from './idleScopes'
import { checkJourneys } from './journeys/checkJourneys'
import { demoAccountKeys } from './journeys/readJourney'

const usage = `npm run check [-- flags] [folder]

Compiles the manifests of the folder (that of SCHEMAS_DIR, else schemas/, if absent) and prints problems, warnings and how much is open to all.

  --update   writes the rights that it compares with, access.lock
  --open     lists by name what is open to everyone, and exported
  --copies   lists the rules that are written more than once
  --help     this text`

const { flags, words } = readCommandLine(usage, { flags: ['update', 'open', 'copies'], words: [0, 1] })
const [folder = schemasFolder] = words
const { compiled, sources, milliseconds } = compileFolder(folder, { operations: Object.keys(operations) })
if (compiled.ok) {
  const { modules, entities, screens, dictionaries, endpoints, settings } = compiled.app
  const transitions = Object.values(entities).reduce((sum, entity) => sum + Object.keys(entity.transitions).length, 0)
  const update = compareLock(compiled.app)
  const counts: readonly (readonly [number, string, string])[] = [
    [Object.keys(modules).length, 'module', 'modules'],
    [Object.keys(entities).length, 'entity', 'entities'],
    [transitions, 'transition', 'transitions'],
    [Object.keys(screens).length, 'screen', 'screens'],
    [Object.keys(dictionaries).length, 'dictionary', 'dictionaries'],
    [Object.keys(endpoints).length, 'endpoint', 'endpoints'],
    [Object.keys(settings).length, 'setting', 'settings'],
  ]
  const from = relative(process.cwd(), folder) || folder
  const parts = counts.map(([count, item, many]) => counted(count, item, many)).join(', ')
  console.log(`Sound: ${sources.length} files of ${from}, ${parts}, ${milliseconds.toFixed(0)} ms.`)
  printWarnings(compiled.warnings, folder)
  listOpen(compiled.app)
  if (flags.has('copies')) listCopies()
  checkAllJourneys(compiled.app)
  checkFirst(compiled.app)
  await checkDemo(compiled.app)
  console.log(
    'Not looked at: the records and roles of a database. `npm run plan -- --server <address>` asks a server about both.',
  )
  if (update !== undefined) {
    console.error(`Failed: the rights differ from access.lock as shown first. If that is meant: ${update}`)
    process.exitCode = 1
  }
} else {
  printProblems(compiled.problems, folder)
  process.exitCode = 1
}

/** Lists what is open without a code of its own: the numbers, and with `--open` the names. */
function listOpen(app: App): void {
  const open = {
    'open to every signed-in account': openTo(app, 'signed-in'),
    'open to the public': openTo(app, 'public'),
    'exported by all who open them, unless "export": false forbids it': exportedScreens(app),
  }
  if (flags.has('open'))
    for (const [how, names] of Object.entries(open)) console.log(`${names.length} ${how}: ${names.join(', ')}.`)
  else
    console.log(
      `${Object.entries(open)
        .map(([how, names]) => `${names.length} ${how}`)
        .join('; ')}. Each by name: npm run check -- --open`,
    )
}

function openTo({ screens, entities, endpoints }: App, word: 'signed-in' | 'public'): string[] {
  return [
    ...Object.values(screens).flatMap(({ permissions, path }) => (permissions.includes(word) ? [path] : [])),
    ...Object.values(entities).flatMap(({ name, transitions }) =>
      Object.values(transitions).flatMap((transition) =>
        transition.permissions.some(({ permission }) => permission === word) ? [`${name}.${transition.name}`] : [],
      ),
    ),
    ...Object.values(endpoints).flatMap(({ permissions, method, path }) =>
      permissions.includes(word) ? [`${method} ${path}`] : [],
    ),
  ]
}

function exportedScreens({ screens }: App): string[] {
  return everyScreen(screens).flatMap((screen) => (screen.export ? [screen.path] : []))
}

/** Reports copied rules: sooner or later only one copy is changed. */
function listCopies(): void {
  const { places, copies, share, repeated } = copiedRules(sources)
  for (const [rule, of] of repeated) console.log(`${of.length} times: ${rule}\n  ${of.join('\n  ')}`)
  console.log(`Copies: ${copies} of ${places} rules of more than 20 characters, ${share.toFixed(1)} %.`)
}

/** Checks journeys, which are no part of the product but must use valid names. */
function checkAllJourneys(app: App): void {
  const journeys = readJourneys(folder)
  const problems = checkJourneys({ app, sources, accounts: demoAccountKeys(folder) }, journeys)
  report(problems, journeys, `The names in ${counted(journeys.length, 'journey')} are known.`)
}

/** Checks the initial records, which are no part of the product but must use valid names. */
function checkFirst(app: App): void {
  const tables = readFirstTables(folder)
  report(checkTables(app, tables), tables, `The first records in ${counted(tables.length, 'table')} fit.`)
}

/** Reads the demo data like a start, up to its first problem. */
async function checkDemo(app: App): Promise<void> {
  try {
    const files = await readDemoFiles(join(folder, 'demo'))
    if (files === undefined) return
    checkDemoTables(app, files.tables, new Date())
    console.log(`The demo data in ${counted(files.tables.length, 'table')} fits.`)
    for (const warning of idleScopes(app, files.tables)) console.warn(warning)
  } catch (error) {
    if (!(error instanceof DemoProblem)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

/** Prints the problems of files beside the product, or that there are none; nothing without files. */
function report(problems: Parameters<typeof printProblems>[0], files: readonly Source[], sound: string): void {
  if (problems.length > 0) {
    printProblems(problems, folder)
    process.exitCode = 1
  } else if (files.length > 0) console.log(sound)
}

/**
 * The command that accepts differing rights, after printing them; undefined if they do not differ. A product without
 * the file has no locked rights: the first `--update` creates it.
 */
function compareLock(app: App): string | undefined {
  const file = join(folder, 'access.lock')
  const [before, after] = [existsSync(file) ? readFileSync(file, 'utf8') : undefined, accessLock(app)]
  if (flags.has('update')) {
    if (before !== after) writeFileSync(file, after)
    console.log(before === after ? 'access.lock is up to date.' : 'Wrote access.lock.')
    return undefined
  }
  if (before === undefined || before === after) return undefined
  const command = ['npm run check -- --update', ...(folder === schemasFolder ? [] : [folder])].join(' ')
  console.error(`${lockMessage(before, after, command).join('\n')}\n`)
  return command
}
