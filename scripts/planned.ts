// Prints the plans of `npm run plan`: since a commit or a folder, of a server, and of a history.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { changedParts } from '../src/manifest/access/parts/changedParts'
import { manifestChanges } from '../src/manifest/access/lock/changes'
import { FileCache } from '../src/manifest/1-read/fileCache'
import { compile } from '../src/manifest/compile'
import type { Source } from '../src/manifest/json/source'
import { printedProblem, type PrintedProblem } from '../src/manifest/problems/print'
import type { Problem } from '../src/manifest/problems/problem'
import { filledSections, linesWithoutData } from '../src/server/migration/plan/planLines'
import { roleChanges, withGrants } from '../src/server/migration/plan/roleChanges'
import { sectionTexts } from '../src/server/migration/plan/writePlan'
import { isManifest, readSources } from '../src/server/workers/readManifests'
import { sentenceIn } from './callServer'
import { refuse } from './commandLine.mjs'
import { printProblems, requireSound, schemasFolder, type SoundManifests } from './compiled'
import { demoRoles } from './roleRights'

const language = 'en'
/** Two versions differ in few files: the others are read once. */
const cache = new FileCache()

/** Prints the first lines of the plan of each commit that changed manifests, the latest first. */
export function planHistory(count: string): void {
  if (!/^[1-9]\d*$/.test(count)) refuse('--history takes the number of commits, such as --history 20.')
  const log = [
    'log',
    `-${count}`,
    '--min-parents=1',
    '--format=%h %s',
    '--',
    '*.json',
    ':(exclude)language',
    ':(exclude)demo',
    ':(exclude)first',
    ':(exclude)*.journey.json',
  ]
  const lines = git(log, 'HEAD').split('\n').filter(Boolean)
  if (lines.length === 0) console.log('None: no commit here changes manifests that were there before.')
  for (const line of lines) {
    const [commit = ''] = line.split(' ', 1)
    const began = performance.now()
    const [before, after] = [compiledAt(`${commit}^`), compiledAt(commit)]
    if (!before.ok || !after.ok) {
      console.log(`${line}\n  The manifests ${after.ok ? 'before' : 'of'} it do not compile with this engine.\n`)
      continue
    }
    const { texts } = planBetween(before, after)
    const seconds = ((performance.now() - began) / 1_000).toFixed(2)
    console.log(
      [
        `${line} (${seconds} s)`,
        ...(texts.length > 0 ? texts.map(inShort) : ['  Nothing but the form of files.']),
        '',
      ].join('\n'),
    )
  }
}

/** A section of a plan with its first lines, each cut where it gets long. */
function inShort(section: string): string {
  const [most, width] = [6, 160]
  const lines = section.split('\n').map((line) => (line.length > width ? `${line.slice(0, width)}…` : line))
  const rest = lines.length - most
  return [...lines.slice(0, most), ...(rest > 0 ? [`  … ${rest} more`] : [])].map((line) => `  ${line}`).join('\n')
}

/**
 * Prints, without a database, the plan from the manifests and the roles of the demo data: since a commit, or since
 * another folder.
 */
export function planSince({ folder, commit = 'HEAD' }: { folder?: string; commit?: string }, asJson: boolean): void {
  const [former, since] = folder === undefined ? [manifestsAt(commit), commit] : [requireSound(folder, cache), folder]
  const { changes, roles, granted, texts } = planBetween(former, requireSound(schemasFolder, cache))
  if (asJson) return console.log(JSON.stringify({ changes, roles, granted, plan: texts.join('\n\n') }, null, 2))
  const nothing =
    `Since ${since} nothing has come, gone or changed in the manifests but the form of files; ` +
    'the records of demo/ and first/ are not compared.'
  console.log(texts.length > 0 ? texts.join('\n\n') : nothing)
  console.log(
    '\nRoles and records of a database are not looked at: `npm run plan -- --server <address>` asks a server.',
  )
}

function planBetween(former: SoundManifests, present: SoundManifests) {
  const [before, after] = [former.app, present.app]
  const grants = after.access.grants.filter(({ code }) => !before.access.grants.some((other) => other.code === code))
  const held = demoRoles(after).map(({ name, codes }) => ({ role: name, codes, roles: 1 }))
  const roles = roleChanges(before, after, held, grants)
  const granted = grants.flatMap(({ code }) => {
    const receive = held.filter(({ codes }) => !codes.includes(code) && withGrants(codes, grants).includes(code))
    return receive.length > 0 ? [{ code, roles: receive.length }] : []
  })
  const change = { before, after, parts: changedParts(before, after), warnings: addedWarnings(former, present) }
  const texts = sectionTexts(filledSections(linesWithoutData(change, roles, granted)), after.product, language)
  return { changes: manifestChanges(before, after), roles, granted, texts }
}

/** The warnings of this folder that the former one had in no line of the same file. */
function addedWarnings(former: SoundManifests, { warnings }: SoundManifests): PrintedProblem[] {
  const sentence = ({ code, file, message }: Problem) => [code, file, message].join('\n')
  const known = new Set(former.warnings.map(sentence))
  return warnings
    .filter((warning) => !known.has(sentence(warning)))
    .map((warning) => printedProblem(warning, relative(process.cwd(), schemasFolder)))
}

/** Prints the plan of a running server for this folder, in the words of its page. */
export async function planAgainst(address: string, asJson: boolean): Promise<void> {
  // No other plan needs its libraries.
  const { connectToServer } = await import('./connectToServer')
  const client = await connectToServer(address)
  const files = readSources(schemasFolder).map(({ path, text }) => ({ path, text }))
  const { isError, structuredContent, content } = await client.callTool(
    { name: 'plan', arguments: { files, complete: true } },
    { timeout: 180_000 },
  )
  await client.close()
  if (isError)
    refuse(`The server at ${address} refuses: ${sentenceIn((content as { text?: string }[])[0]?.text ?? '')}`)
  const { plan, problems } = structuredContent as { plan?: string; problems: readonly string[] }
  console.log(asJson ? JSON.stringify(structuredContent, null, 2) : (plan ?? problems.join('\n\n')))
  if (problems.length > 0) process.exitCode = 1
}

/** The manifests of a commit; ends the script if it does not compile. */
function manifestsAt(commit: string): SoundManifests {
  const compiled = compiledAt(commit)
  if (compiled.ok) return compiled
  printProblems(compiled.problems)
  return refuse(`The manifests of ${commit} do not compile with this engine.`)
}

function compiledAt(commit: string): ReturnType<typeof compile> {
  const paths = git(['ls-tree', '-r', '-z', '--name-only', commit], commit).split('\0').filter(isManifest)
  return compile(contentsOf(commit, paths), {}, undefined, cache)
}

/** What git prints about a commit; ends the script if there is none. */
function git(args: readonly string[], commit: string): string {
  const { status, stdout, stderr } = spawnSync('git', args, {
    cwd: schemasFolder,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  return status === 0 ? stdout : refuse(withoutCommit(commit, stderr))
}

function withoutCommit(commit: string, stderr: string): string {
  if (/not a git repository/.test(stderr))
    return [
      `${schemasFolder} is in no git repository: compare it with a copy made before, npm run plan -- --folder <copy>,`,
      'or with a server, npm run plan -- --server <address>.',
    ].join(' ')
  return existsSync(commit)
    ? `${commit} is no commit. For a folder of manifests write npm run plan -- --folder ${commit}`
    : `There is no commit ${commit} here: name a branch, a tag or what \`git log --oneline\` lists in front.`
}

/** All files in one process: one per file would take seconds. */
function contentsOf(commit: string, paths: readonly string[]): Source[] {
  const input = paths.map((path) => `${commit}:./${path}\n`).join('')
  const { stdout } = spawnSync('git', ['cat-file', '--batch'], { cwd: schemasFolder, input, maxBuffer: 1 << 28 })
  let from = 0
  return paths.map((path) => {
    const end = stdout.indexOf(10, from)
    const length = Number(stdout.toString('utf8', from, end).split(' ').at(-1))
    from = end + 1 + length + 1
    return { path, text: stdout.toString('utf8', end + 1, end + 1 + length) }
  })
}
