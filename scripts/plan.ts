// Prints the consequences of a change of the manifests: `npm run plan [-- <git ref>] [--json]`.
// Compares the folder with a commit (HEAD if absent): what comes, goes and changes, and which role gains or loses what.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { canOpen, canRun, type CallerRights } from '../src/manifest/access/permissions'
import { compile } from '../src/manifest/compile'
import type { Source } from '../src/manifest/json/source'
import type { App } from '../src/manifest/model/app'
import { manifestChanges } from '../src/manifest/access/changes'
import { printProblems, refuse, requireApp, schemasFolder } from './compiled'

const [ref = 'HEAD'] = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const [before, after] = [appAt(ref), requireApp()]
const plan = {
  ...manifestChanges(before, after),
  roles: rolesOf().map(({ role, codes }) => {
    const [had, has] = [mayOf(before, codes), mayOf(after, codes)]
    return { role, gains: has.filter((part) => !had.includes(part)), loses: had.filter((part) => !has.includes(part)) }
  }),
}
if (process.argv.includes('--json')) console.log(JSON.stringify(plan, null, 2))
else print()

function print(): void {
  const roles = plan.roles.filter(({ gains, loses }) => gains.length + loses.length > 0)
  section('New', plan.come)
  section('Gone (records, roles and settings may hold it)', plan.gone)
  section('Rights', plan.rights)
  section(
    'Roles of the demo data',
    roles.flatMap(({ role, gains, loses }) => [
      ...(gains.length > 0 ? [`${role} gains ${gains.join(', ')}`] : []),
      ...(loses.length > 0 ? [`${role} loses ${loses.join(', ')}`] : []),
    ]),
  )
  if (plan.come.length + plan.gone.length + plan.rights.length === 0)
    console.log(`Since ${ref} no screen, field, state, code or right has come, gone or changed.`)
}

function section(title: string, lines: readonly string[]): void {
  if (lines.length > 0) console.log(`${title}\n${lines.map((line) => `  ${line}`).join('\n')}\n`)
}

/** The App of a commit, or the end of the script. */
function appAt(commit: string): App {
  const git = (...words: string[]): string => {
    const { status, stdout, stderr } = spawnSync('git', words, {
      cwd: schemasFolder,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    })
    return status === 0 ? stdout : refuse(`git ${words[0]} ${commit}: ${stderr.trim()}`)
  }
  const paths = git('ls-tree', '-r', '-z', '--name-only', commit)
    .split('\0')
    .filter((path) => path.endsWith('.json') && !/^(language|demo)\//.test(path))
  const compiled = compile(contentsOf(commit, paths))
  if (compiled.ok) return compiled.app
  printProblems(compiled.problems)
  return refuse(`The manifests of ${commit} do not compile with this engine.`)
}

/** All files in one go: a process for each would take seconds. */
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

function mayOf(app: App, codes: readonly string[]): string[] {
  const caller: CallerRights = {
    codes: new Set(codes),
    administrator: codes.includes(app.access.administratorPermission),
    disabled: new Set(),
  }
  return [
    ...Object.values(app.screens).flatMap((screen) => (canOpen(app, caller, screen) ? [screen.path] : [])),
    ...Object.values(app.entities).flatMap(({ name, transitions }) =>
      Object.values(transitions).flatMap((transition) =>
        canRun(app, caller, transition) ? [`${name}.${transition.name}`] : [],
      ),
    ),
  ]
}

/** The roles of the demo data, before the changes of access.json, which depend on the tenant. */
function rolesOf(): { role: string; codes: readonly string[] }[] {
  const { accountEntity, roleField, permissionsPath } = after.access.identity
  const file = join(schemasFolder, 'demo', `${after.entities[accountEntity]!.fields[roleField]!.entity}.json`)
  if (!existsSync(file)) return []
  const { columns, rows } = JSON.parse(readFileSync(file, 'utf8')) as { columns: string[]; rows: unknown[][] }
  const [key, lines] = [columns.indexOf('key'), columns.indexOf(permissionsPath[0])]
  return rows.map((row) => ({
    role: String(row[key]),
    codes: ((row[lines] ?? []) as Record<string, string>[]).map((line) => line[permissionsPath[1]]!),
  }))
}
