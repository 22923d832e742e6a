// Runs journeys of the manifests for `npm run journeys`.
// Each starts with the demo data on a database of its own; failures are printed with file and line.
import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { readJourneys } from '../src/server/workers/readManifests'
import { withPrepared } from '../tests/whole/prepared'
import { readCommandLine, refuse } from './commandLine.mjs'
import { compileFolder, folderHelp, printFolder, printProblems, schemasFolder } from './compiled'
import { checkJourneys } from './journeys/checkJourneys'
import { demoAccountKeys, titleOf, type Journey } from './journeys/readJourney'
import { JourneyFailure } from './journeys/runJourney'
import { travel } from './journeys/travel'

const usage = `npm run journeys [-- PART…]

Carries out the journeys of the manifests, or those whose paths hold one of the parts.

  --help   this text
${folderHelp}`

// A path completed by the shell, or a part of one.
const words = readCommandLine(usage, { words: [0, Infinity] }).words.map((word) =>
  existsSync(word) ? relative(schemasFolder, word) : word,
)
printFolder()
const { compiled, sources } = compileFolder(schemasFolder)
if (!compiled.ok) {
  printProblems(compiled.problems)
  process.exit(1)
}
const { app } = compiled
const all = readJourneys(schemasFolder)
const problems = checkJourneys({ app, sources, accounts: demoAccountKeys(schemasFolder) }, all)
if (problems.length > 0) {
  printProblems(problems)
  process.exit(1)
}
const chosen = all.filter(({ path }) => words.length === 0 || words.some((word) => path.includes(word)))
if (chosen.length === 0) refuse(`There is no such journey. Known: ${all.map(({ path }) => path).join(', ') || 'none'}.`)
let failed = 0
async function travelAll(): Promise<void> {
  for (const journey of chosen) {
    const title = titleOf(JSON.parse(journey.text) as Journey, app)
    try {
      console.log(`Holds: ${title} (${journey.path}, ${await travel(journey, schemasFolder)} steps).`)
    } catch (error) {
      if (!(error instanceof JourneyFailure)) throw error
      failed += 1
      console.error(`Fails: ${title}.\n${error.message}\n`)
    }
  }
}
// Loading the demo data once for all takes longer than one journey.
if (chosen.length === 1) await travelAll()
else
  await withPrepared(process.env.TEST_DATABASE_URL, async (prepared) => {
    Object.assign(process.env, prepared)
    await travelAll()
  })
console.log(`${chosen.length - failed} of ${chosen.length} journeys hold.`)
process.exitCode = failed === 0 ? 0 : 1
