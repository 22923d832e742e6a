// Keeps changes of the folder of manifests as records, whether waiting for an administrator
// or live.
import { declared } from '../../../manifest/expression/values/present'
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { declaredPart, roleEntityOf, entityOf, type App } from '../../../manifest/model/app'
import { RequestError } from '../../../protocol/requestError'
import type { Caller } from '../../context/context'
import { identifier } from '../../database/sql/identifier'
import { linesTableName } from '../../database/sql/tables'
import { assessFolder } from '../../endpoints/manifests/assessment'
import { compileBeside, type SoundFolder } from '../../endpoints/manifests/compileManifests'
import { withLineEnd } from '../../endpoints/manifests/manifestFiles'
import {
  changedFiles,
  proposalValues,
  titleOf,
  type ProposedChange,
  type ProposalOrigin,
} from '../../endpoints/manifests/proposals'
import type { Dependencies } from '../../endpoints/contract/dependencies'
import type { Migrated } from '../../migration/migrate'
import { runTransition } from '../../mutation/runTransition'
import { runDependencies } from '../../mutation/runDependencies'
import { unattendedCaller } from '../../mutation/state/writeContext'
import { planChange } from '../../migration/plan/plan'

const fromFolder: ProposalOrigin = 'folder'

/** A change that was kept, the latest first. */
interface StoredProposal {
  readonly id: number
  readonly version: number
  readonly state: string
  readonly origin: string
  readonly revision: string | null
}

/** Whether the latest change that is live led to this revision: it was applied in the page. */
export async function wasApplied(dependencies: Dependencies, revision: string): Promise<boolean> {
  const applied = (await latestChanges(dependencies)).find(({ state }) => state === appliedState(dependencies))
  return applied?.revision === revision
}

/** Submits a changed folder to administrators, once, and withdraws the proposal of its former state. */
export async function proposeChange(dependencies: Dependencies, folder: SoundFolder): Promise<void> {
  const { liveApp, log } = dependencies
  const { proposals } = liveApp.current.product
  const changes = await latestChanges(dependencies)
  const isAsked = changes.some(
    ({ revision, state }) => revision === folder.app.revision && state !== appliedState(dependencies),
  )
  if (!proposals || isAsked) return
  await withdrawQuestions(dependencies)
  const { plan, revision } = await assessFolder(dependencies, folder)
  const files = changedFiles(liveApp.texts, folder.texts)
  const isStored = await writeChange(dependencies, proposals.proposeTransition, {
    title: titleOf(files),
    origin: fromFolder,
    plan,
    revision,
    files,
  })
  log.say(
    `\nA change of the manifests waits (${titleOf(files)}): ${plan.verdict}. ` +
      (isStored
        ? 'An administrator applies or leaves it in the page; WATCH=on takes every change over at once.'
        : 'There is no administrator yet who could apply it: the next start takes it over, as WATCH=on does at once.'),
  )
  for (const { en } of plan.problems) log.say(`\n${en}`)
}

/** Withdraws waiting proposals of the folder, which no longer has that state. */
export async function withdrawQuestions(dependencies: Dependencies): Promise<void> {
  const { liveApp, clock } = dependencies
  const app = liveApp.current
  const { proposals } = app.product
  if (!proposals) return
  const caller = await keeper(dependencies)
  if (!caller) return
  for (const { id, version, state, origin } of await latestChanges(dependencies)) {
    if (origin !== fromFolder || !waitingStates(app).includes(state)) continue
    const request = { entity: proposals.entity, transition: proposals.leaveTransition, id, version, key: randomUUID() }
    const leaving = runTransition(runDependencies({ app, server: dependencies }), caller, request, clock())
    // It was decided at the same moment.
    await leaving.catch((error: unknown) => {
      if (!(error instanceof RequestError)) throw error
    })
  }
}

/** Records a change that is live now, unless it was applied in the page. */
export async function recordAppliedChange(
  dependencies: Dependencies,
  before: Pick<SoundFolder, 'app' | 'texts'>,
  compiled: SoundFolder,
  migrated: Migrated,
): Promise<void> {
  const { liveApp, database, clock, log } = dependencies
  const { app, warnings } = compiled
  const files = changedFiles(before.texts, compiled.texts)
  const { proposals } = liveApp.current.product
  if (!proposals || files.length === 0 || (await wasApplied(dependencies, app.revision))) return
  try {
    const plan = await planChange(database, {
      before: before.app,
      after: app,
      warnings,
      now: clock(),
      textOfFile: (path) => compiled.texts.get(path),
      migrated,
    })
    const { revision } = app
    await writeChange(dependencies, proposals.noteTransition, {
      title: titleOf(files),
      origin: fromFolder,
      plan,
      revision,
      files,
    })
  } catch (error) {
    log.error('The change of the manifests is live, but could not be noted', error)
  }
}

/** Updates the number of waiting changes that administrators see. */
export async function countWaitingChanges(dependencies: Dependencies): Promise<void> {
  const { liveApp, live } = dependencies
  const app = liveApp.current
  const waiting = (await latestChanges(dependencies)).filter(({ state }) => waitingStates(app).includes(state)).length
  if (waiting === liveApp.waiting) return
  liveApp.countWaiting(waiting)
  live.send({ event: 'waitingChanges', count: waiting }, (viewer) => viewer.administrator)
}

/**
 * The folder as it was before a change that was not applied, for a start with WATCH=ask; undefined where the folder
 * had no such change, or is no longer sound without the change.
 */
export async function withoutWaitingChange(
  dependencies: Pick<Dependencies, 'liveApp' | 'database' | 'configuration'>,
): Promise<SoundFolder | undefined> {
  const { liveApp, configuration, database } = dependencies
  const app = liveApp.current
  const { proposals } = app.product
  // At a first start, and after a version that stored less of a change, there is nothing to look at.
  const revisionColumn = await database.query(sql`select 1 from pg_attribute
    where attrelid = to_regclass(quote_ident(${proposals?.entity ?? ''})) and attname = 'revision'`)
  if (!proposals || revisionColumn.length === 0) return undefined
  const [applied, waiting] = [appliedState(dependencies), app.revision]
  const changes = await latestChanges(dependencies)
  const index = changes.findIndex(({ revision, origin }) => revision === waiting && origin === fromFolder)
  const isDecided = changes.slice(0, index + 1).some(({ state }) => state === applied)
  if (index < 0 || isDecided) return undefined
  const lines = await database.query<{ path: string; former: string | null }>(sql`
    select "path", "former" from ${identifier(linesTableName(proposals.entity, 'files'))}
    where "parent" = ${changes[index]!.id}::bigint`)
  const files = lines.map(({ path, former }) => ({ path, text: former === null ? null : withLineEnd(former) }))
  const compiled = await compileBeside(configuration.schemasDir, files)
  return 'app' in compiled ? compiled : undefined
}

/** Maximum changes read; the waiting ones are among the latest. */
const maxExamined = 50

async function latestChanges({
  liveApp,
  database,
}: Pick<Dependencies, 'liveApp' | 'database'>): Promise<StoredProposal[]> {
  const { proposals } = liveApp.current.product
  if (!proposals) return []
  return database.query<StoredProposal>(sql`
    select "id", "version", "state", "origin", "revision" from ${identifier(proposals.entity)}
    order by "stateAt" desc, "id" desc limit ${maxExamined}`)
}

const waitingStates = ({ entities, product: { proposals } }: App): readonly string[] =>
  proposals ? declared(entities, proposals.entity).transitions[proposals.takeOverTransition]!.from : []

function appliedState({ liveApp }: Pick<Dependencies, 'liveApp'>): string | undefined {
  const { entities, product } = liveApp.current
  const { proposals } = product
  return proposals && declared(entities, proposals.entity).transitions[proposals.takeOverTransition]!.to
}

/** Returns whether it was stored, which needs an administrator who could read it. */
async function writeChange(dependencies: Dependencies, transition: string, change: ProposedChange): Promise<boolean> {
  const app = dependencies.liveApp.current
  const caller = await keeper(dependencies)
  if (!caller) return false
  await runTransition(
    runDependencies({ app, server: dependencies }),
    caller,
    {
      entity: declaredPart(app, 'proposals').entity,
      transition,
      values: proposalValues(app, change),
      key: randomUUID(),
    },
    dependencies.clock(),
  )
  return true
}

/**
 * The server itself, in the administrators' tenant where changes belong to one; undefined while there is no
 * administrator to read them.
 */
async function keeper({ liveApp, database }: Dependencies): Promise<Caller | undefined> {
  const app = liveApp.current
  if (!entityOf(app, declaredPart(app, 'proposals').entity).perTenant) return unattendedCaller(app, null)
  const { administratorPermission, identity } = app.access
  const { accountEntity, roleField, tenantEntity, permissionsPath } = identity
  const [lines, code] = permissionsPath
  const role = roleEntityOf(app).name
  const [administrator] = await database.query<{ tenant: unknown }>(sql`
    select a.${identifier(tenantEntity)} as "tenant" from ${identifier(accountEntity)} a
    join ${identifier(linesTableName(role, lines))} l on l."parent" = a.${identifier(roleField)}
    where l.${identifier(code)} = ${administratorPermission} order by a."id" limit 1`)
  return administrator && unattendedCaller(app, Number(administrator.tenant))
}
