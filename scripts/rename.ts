// Renames a named part of the manifests in them, in journeys and in demo data.
// Changes no other byte; a name that cannot be renamed is left unchanged.
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Source } from '../src/manifest/json/source'
import { readJourneys, readSources } from '../src/server/workers/readManifests'
import { accessLock } from '../src/manifest/access/lock/accessLock'
import { countDifferences, lockDifference } from '../src/manifest/access/lock/changes'
import { counted } from '../src/manifest/problems/counted'
import { readCommandLine, refuse } from './commandLine.mjs'
import { folderHelp, printProblems, requireApp, schemasFolder } from './compiled'
import { demoAccountKeys } from './journeys/readJourney'
import { renamedTable } from './rename/demoData'
import { renamedJourneys } from './rename/journeys'
import { renamedLock } from './rename/lock'
import { renamed, renameKinds, RenameProblem, type RenameKind, type Renamed, type Renaming } from './rename/renaming'

const usage = `npm run rename -- field <entity>.<field> <new name>
npm run rename -- field <entity>.<lines>.<column> <new name>
npm run rename -- state <entity>.<state> <new name>
npm run rename -- transition <entity>.<transition> <new name>
npm run rename -- code <dictionary>.<code> <new code>
npm run rename -- permission <code> <new code>
npm run rename -- rule <entity>.<rule> <new name>
npm run rename -- rule <rule of app.json> <new name>
npm run rename -- entity <entity> <new name>
npm run rename -- screen </address> </new/address>

Gives a thing another name in all manifests, journeys and demo data. --help prints this text.
${folderHelp}`

/** Other files with the former name. */
const remaining: Readonly<Record<RenameKind, string>> = {
  field: 'Records keep their values: `migration.rename` has the former name.',
  entity: 'Records are taken over: `migration.from` has the former name.',
  state: 'Records that are in the state are moved: `migration.states` has the former name.',
  transition: 'The log of a database keeps the former name.',
  code: 'Records that hold the code get the new one: `migration.rename` has the former one.',
  permission: 'Roles keep it: `migration.rename` of access.json has the former code.',
  rule: 'Nothing that is stored names a rule.',
  screen: 'Saved links lead to the former address: a screen of kind redirect there takes them on.',
}

const renaming = renamingOf(readCommandLine(usage, { words: [0, 3] }).words)
const before = requireApp()
const sources = readSources(schemasFolder)
const journeys = readJourneys(schemasFolder)
const result = attempt()
const tables = demoTables()
const files = [
  ...changedOf(sources, result.sources),
  ...changedOf(journeys, result.journeys),
  ...changedOf(
    tables,
    tables.map((table) => renamedTable(table, before, renaming, result.holders)),
  ),
]
for (const [target, former] of result.moved) renameSync(join(schemasFolder, former), join(schemasFolder, target))
for (const { path, text } of files) writeFileSync(join(schemasFolder, path), text)
const unread = renameInLock()
const count = new Set([...files.map(({ path }) => path), ...result.moved.keys()]).size
console.log(`Renamed ${renaming.kind} ${renaming.from} to ${renaming.to} in ${counted(count, 'file')}.`)
console.log(remaining[renaming.kind])
if (unread > 0)
  console.log(
    `access.lock has the new name only. Still to be accepted: ${counted(unread, 'line')}. \`npm run check\` prints what differs.`,
  )
const doubtful = leftIn(result.sources)
if (doubtful.length > 0) console.log(`The former name is still in ${doubtful.join(', ')}: look whether it is meant.`)

function renamingOf([kind = '', name = '', to = '']: readonly string[]): Renaming {
  const known = renameKinds.find((item) => item === kind)
  const [owner = '', from = ''] =
    known === 'permission'
      ? ['permissions', name]
      : known === 'entity' || known === 'screen' || (known === 'rule' && !name.includes('.'))
        ? ['', name]
        : name.split(/\.(.*)/)
  const [lines = '', column] = known === 'field' ? from.split('.') : []
  const form =
    known === 'screen'
      ? /^\/[\w/-]*$/
      : known === 'code' || known === 'permission'
        ? /^\w[\w-]*$/
        : /^[A-Za-z][A-Za-z0-9]*$/
  if (known === undefined || from === '' || !form.test(to)) refuse(usage)
  return column === undefined ? { kind: known, owner, from, to } : { kind: known, owner, lines, from: column, to }
}

/** Renames in the accepted rights, if there is a file of them; the number of lines that still differ. */
function renameInLock(): number {
  const file = join(schemasFolder, 'access.lock')
  if (!existsSync(file)) return 0
  const [former, rights] = [readFileSync(file, 'utf8'), accessLock(result.app)]
  const lock = renamedLock(former, accessLock(before), rights, renaming)
  if (lock !== former) writeFileSync(file, lock)
  return countDifferences(lockDifference(lock, rights))
}

function attempt(): Renamed & { readonly journeys: readonly Source[] } {
  try {
    const there = renamed(sources, before, renaming)
    const accounts = demoAccountKeys(schemasFolder)
    return { ...there, journeys: renamedJourneys({ journeys, accounts }, before, there, renaming) }
  } catch (error) {
    if (!(error instanceof RenameProblem)) throw error
    if (error.problems.length > 0) printProblems(error.problems)
    return refuse(`${error.message} Nothing was written.`)
  }
}

/** The tables of the demo and of the first account. */
function demoTables(): Source[] {
  return ['demo', 'first'].flatMap((name) => {
    const folder = join(schemasFolder, name)
    if (!existsSync(folder)) return []
    return readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => ({ path: `${name}/${file}`, text: readFileSync(join(folder, file), 'utf8') }))
  })
}

function changedOf(former: readonly Source[], present: readonly Source[]): readonly Source[] {
  return present.filter(({ text }, index) => text !== former[index]!.text)
}

/** Settings and options of calls contain names that no compiler resolves. */
function leftIn(present: readonly Source[]): string[] {
  return present
    .filter(({ path }) => /(settings|endpoint|integration)\.json$/.test(path))
    .filter(({ text }) => text.includes(`"${renaming.from}"`))
    .map(({ path }) => path)
}
