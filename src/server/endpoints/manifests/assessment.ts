// What a change of the manifests would mean: problems, warnings, and the plan over the data.
import { manifestChanges, type Changes } from '../../../manifest/access/lock/changes'
import { planChange, type Plan } from '../../migration/plan/plan'
import { planText } from '../../migration/plan/writePlan'
import { textOf } from '../../../manifest/expression/message'
import { textIn } from '../../../manifest/model/text'
import { inEnglish, type PrintedProblem } from '../../../manifest/problems/print'
import type { ChangedFile } from '../../workers/tasks'
import type { Dependencies } from '../contract/dependencies'
import { compileBeside, type Compilation, type SoundFolder } from './compileManifests'
import { withLineEnd } from './manifestFiles'

export type AssessmentNeeds = Pick<Dependencies, 'liveApp' | 'database' | 'configuration' | 'clock'>

export interface Assessment {
  /** Why it cannot be applied: problems of the files, else of the data. */
  readonly problems: readonly PrintedProblem[]
  readonly warnings: readonly PrintedProblem[]
  /** Absent: the files are not sound. */
  readonly plan?: Plan
  readonly revision?: string
  readonly changes?: Changes
}

/** Against the live manifests. Nothing is written. */
export async function assessChange(
  needs: AssessmentNeeds,
  files: readonly ChangedFile[],
  compilation: Compilation = {},
): Promise<Assessment> {
  // Exactly as they would be written, because the revision must match the folder afterwards.
  const written = files.map(({ path, text }) => ({ path, text: text === null ? null : withLineEnd(text) }))
  const compiled = await compileBeside(needs.configuration.schemasDir, written, {
    live: needs.liveApp.current,
    ...compilation,
  })
  return 'problems' in compiled ? { problems: compiled.problems, warnings: [] } : assessFolder(needs, compiled)
}

/** The same for a folder that is compiled already. */
export async function assessFolder(
  { liveApp, database, clock }: Pick<AssessmentNeeds, 'liveApp' | 'database' | 'clock'>,
  { app, warnings, texts }: SoundFolder,
): Promise<Assessment & { readonly plan: Plan; readonly revision: string }> {
  const before = liveApp.current
  const formerWarnings = new Set(inEnglish(liveApp.warnings))
  const plan = await planChange(database, {
    before,
    after: app,
    warnings: warnings.filter((warning) => !formerWarnings.has(warning.en)),
    now: clock(),
    textOfFile: (path) => texts.get(path),
  })
  const { revision } = app
  return { problems: plan.problems, warnings, plan, revision, changes: manifestChanges(before, app) }
}

/** An assessment in the format for programs. */
export function assessmentAnswer({ plan, ...assessment }: Assessment, needs: Pick<AssessmentNeeds, 'liveApp'>) {
  const answer = {
    ...assessment,
    problems: inEnglish(assessment.problems),
    warnings: inEnglish(assessment.warnings),
  }
  if (!plan) return answer
  const { product } = needs.liveApp.current
  const sections = plan.sections.map(({ section, lines }) => ({
    section,
    lines: lines.map((line) => textIn(textOf(line, product), 'en')),
  }))
  return { ...answer, verdict: plan.verdict, plan: planText(plan, product, 'en'), sections }
}
