// Keeps changes of manifests as records that wait for an administrator:
// proposals of programs and changes of the folder.
// Their plan is part of the record; deciding is a transition of the product.
import { createHash, randomUUID } from 'node:crypto'
import { createTwoFilesPatch } from 'diff'
import { savedTexts, textStart } from '../../../manifest/model/text'
import { inEnglish } from '../../../manifest/problems/print'
import type { RunAnswer } from '../../../protocol/calls'
import { RequestError } from '../../../protocol/requestError'
import { runTransition } from '../../mutation/runTransition'
import { runDependencies } from '../../mutation/runDependencies'
import { systemCaller } from '../../mutation/state/writeContext'
import type { Plan } from '../../migration/plan/plan'
import { planHtml, planText } from '../../migration/plan/writePlan'
import type { ManifestTexts } from '../../context/liveApp'
import type { App } from '../../../manifest/model/app'
import type { ChangedFile } from '../../workers/tasks'
import type { RequestContext } from '../contract/operation'
import { assessChange, type Assessment } from './assessment'
import { manifestText } from './manifestFiles'

export interface Proposal {
  readonly title: string
  readonly files: readonly ChangedFile[]
}

/** A file of a proposal with the text that it replaces, and the digest of that. */
export interface ProposedFile extends ChangedFile {
  readonly former: string | null
  readonly digest: string | null
}

export type ProposalOrigin = 'program' | 'folder' | 'back'

/**
 * Stores a sound change with its plan until it is applied or rejected.
 * @throws RequestError when the manifests would be invalid, and those of the transition
 */
export async function propose(
  context: RequestContext,
  { title, files }: Proposal,
): Promise<{ readonly proposal: RunAnswer; readonly verdict: string; readonly plan: string }> {
  const { app, caller, now, server } = context
  const { proposals } = app.product
  if (!proposals) throw new RequestError('proposals_not_kept')
  const assessment = await assessChange(server, files, { account: context.queryOwner.account })
  const { plan, revision } = sound(assessment)
  const former = await Promise.all(files.map(({ path }) => manifestText(server.configuration, path)))
  const changed = files.map((file, index) => proposedFile(file, former[index]!))
  const proposal = await runTransition(
    runDependencies(context),
    // The plan and the changed lines come from the engine: no caller may send others with the files.
    systemCaller(caller),
    {
      entity: proposals.entity,
      transition: proposals.proposeTransition,
      values: proposalValues(app, { title, origin: 'program', plan, revision, files: changed }),
      key: randomUUID(),
    },
    now,
  )
  return { proposal, verdict: plan.verdict, plan: planText(plan, app.product, 'en') }
}

/**
 * The plan of valid files, including refusals by the data.
 * @throws RequestError manifests_not_sound
 */
export function sound({ problems, plan, revision }: Assessment): { readonly plan: Plan; readonly revision: string } {
  if (plan && revision !== undefined) return { plan, revision }
  throw notSound(problems)
}

/** States the first problem in the caller's language, and all of them for programs. */
export const notSound = (problems: Plan['problems']): RequestError =>
  new RequestError('manifests_not_sound', { problem: problems[0] ?? '' }, { data: { problems: inEnglish(problems) } })

export const proposedFile = (file: ChangedFile, former: string | null): ProposedFile => ({
  ...file,
  former,
  digest: textDigest(former),
})

export const textDigest = (text: string | null) =>
  text === null ? null : createHash('sha256').update(text).digest('hex')

/** The files in which two versions differ. */
export function changedFiles(before: ManifestTexts, after: ManifestTexts): ProposedFile[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .sort()
    .map((path) => proposedFile({ path, text: after.get(path) ?? null }, before.get(path) ?? null))
}

export interface ProposedChange {
  readonly title: string
  readonly origin: ProposalOrigin
  readonly plan: Plan
  readonly revision: string
  readonly files: readonly ProposedFile[]
}

/** Maximum stored length of a plan or difference; a longer one is cut and ends with its full length. */
const maxTextLength = 39_000

/** The inputs of the transitions that create a proposal. */
export function proposalValues({ product }: App, { title, origin, plan, revision, files }: ProposedChange) {
  const difference = files.map(differenceOf).join('\n')
  return {
    title,
    origin,
    verdict: plan.verdict,
    plan: savedTexts(planHtml(plan, product, maxTextLength), product.languages),
    difference: bounded(difference),
    revision,
    files,
  }
}

/** "customer/customer.entity.json and 2 more", in no language. */
export function titleOf(files: readonly ChangedFile[]): string {
  const [first, ...others] = files.map(({ path }) => path)
  return `${first!.slice(-80)}${others.length > 0 ? ` +${others.length}` : ''}`
}

/** The lines that change, with three around them. */
function differenceOf({ path, text, former }: ProposedFile): string {
  return createTwoFilesPatch(path, path, former ?? '', text === null ? '' : `${text.trimEnd()}\n`)
}

const bounded = (text: string): string =>
  text.length > maxTextLength ? `${textStart(text, maxTextLength)}\n… ${text.length}` : text
