// Applies a waiting change of the manifests, or proposes the reverse of an applied one.
// Slow work precedes the transition's transaction, and files are written as its last step: a server that
// dies in between leaves the change waiting, and a repetition finds its files written.
import { revisionOf } from '../../../manifest/1-read/revision'
import { declaredPart, type App } from '../../../manifest/model/app'
import { RequestError } from '../../../protocol/requestError'
import type { Context } from '../../context/context'
import { lockNamed } from '../../database/sql/lockNamed'
import type { Plan } from '../../migration/plan/plan'
import type { DecisionStep, RunDependencies } from '../../mutation/runTransition'
import { loadRecords } from '../../query/records/loadRecords'
import { readSources } from '../../workers/readManifests'
import type { ChangedFile } from '../../workers/tasks'
import { assessChange, type AssessmentNeeds } from './assessment'
import { manifestText, writeManifests } from './manifestFiles'
import { notSound, textDigest, proposalValues, proposedFile, sound, titleOf, type ProposedFile } from './proposals'

/**
 * What accepting or going back on a proposal does besides its transition; nothing for a proposal without files. Rejects
 * with a RequestError while the change has problems.
 */
export function decideWith(needs: AssessmentNeeds): NonNullable<NonNullable<RunDependencies['before']>['decide']> {
  return async (context, { transition, id }) => {
    const { proposals } = context.app.product
    const files = await filesOf(context, id)
    // A record that is missing has no files; the transition itself refuses it, in its own words.
    if (files.length === 0) return {}
    return transition === proposals!.goBackTransition ? goBack(needs, context.app, files) : takeOver(needs, files)
  }
}

async function takeOver(needs: AssessmentNeeds, files: readonly ProposedFile[]): Promise<DecisionStep> {
  const assessed = folderRevision(needs)
  const { plan } = sound(await assessChange(needs, await pendingFiles(needs, files)))
  assertStorable(plan.problems)
  return {
    async finish(query) {
      // The second of two concurrent changes waits here; it was assessed without the first.
      await lockNamed(query, 'manifests')
      const pending = await pendingFiles(needs, files)
      if (folderRevision(needs) !== assessed) throw new RequestError('manifests_changed_meanwhile')
      await writeManifests(needs.configuration, pending)
    },
  }
}

const folderRevision = ({ configuration }: Pick<AssessmentNeeds, 'configuration'>): string =>
  revisionOf(readSources(configuration.schemasDir))

async function goBack(needs: AssessmentNeeds, app: App, applied: readonly ProposedFile[]): Promise<DecisionStep> {
  const { proposals } = app.product
  const reverse = applied.map(({ path, text, former }) => proposedFile({ path, text: former }, text))
  const files = await pendingFiles(needs, reverse)
  const { plan, revision } = sound(await assessChange(needs, files))
  const values = proposalValues(app, {
    title: titleOf(reverse),
    origin: 'back',
    plan,
    revision,
    files: await Promise.all(
      files.map(async (file) => proposedFile(file, await manifestText(needs.configuration, file.path))),
    ),
  })
  return { also: { entity: proposals!.entity, transition: proposals!.proposeTransition, values } }
}

/**
 * The files that are still to be written; others have the new text already.
 * @throws RequestError manifest_changed_since for a file with neither text
 */
async function pendingFiles(
  { configuration }: Pick<AssessmentNeeds, 'configuration'>,
  files: readonly ProposedFile[],
): Promise<ChangedFile[]> {
  const pending: ChangedFile[] = []
  for (const { path, text, digest } of files) {
    const present = await manifestText(configuration, path)
    if (isSame(present, text)) continue
    if (textDigest(present) !== digest && !isTrimmed(present, digest))
      throw new RequestError('manifest_changed_since', { path })
    pending.push({ path, text })
  }
  return pending
}

/** Texts that differ in nothing but the end of their last line. */
function isSame(present: string | null, text: string | null): boolean {
  return present === null || text === null ? present === text : present.trimEnd() === text.trimEnd()
}

/** Stored texts have no white space at their end. */
const isTrimmed = (present: string | null, digest: string | null): boolean =>
  present !== null && textDigest(present.trimEnd()) === digest

function assertStorable(problems: Plan['problems']): void {
  if (problems.length > 0) throw notSound(problems)
}

async function filesOf(context: Context, id: number): Promise<ProposedFile[]> {
  const [record] = await loadRecords(context, {
    entity: declaredPart(context.app, 'proposals').entity,
    paths: ['files'],
    where: { ids: [id] },
    scoped: false,
  })
  return ((record?.files ?? []) as ProposedFile[]).map(({ path, text, former, digest }) => ({
    path,
    text: text ?? null,
    former: former ?? null,
    digest: digest ?? null,
  }))
}
