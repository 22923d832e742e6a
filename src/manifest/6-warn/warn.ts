// Finds parts of manifests that are valid but surely unintended.
// Runs only on a valid product, and never prevents a start.
import type { App } from '../model/app'
import { everyScreen } from '../access/screenByPath'
import type { Problem } from '../problems/problem'
import type { File, ManifestFiles } from '../1-read/manifestFiles'
import type { CompileContext } from '../context/compileContext'
import { warnOfAddresses, warnOfScreens } from './screens'
import { warnOfConditions } from './conditions'
import { warnOfFields, warnOfRowScope, warnOfUnfilledScope } from './fields'
import { warnOfFlows } from './flows'
import { warnOfForms } from './forms'
import { warnOfJobs } from './jobs'
import { warnOfPermissions } from './permissions'
import { warnOfSchemas } from './schemaFiles'
import { warnOfStates } from './states'
import { warnOfTexts } from './texts'
import { warnOfFourEyes, warnOfRepeatedLines, warnOfTransitions } from './transitions'
import { Warnings } from './warnings'
import { countTexts } from './textCounts'

/** The warnings that no manifest waives, and the waivers that waive nothing. */
export function warn(context: CompileContext, app: App): readonly Problem[] {
  const warnings = new Warnings()
  const documents = filesOf(context.manifests).map(({ document }) => document)
  const wordCounts = countTexts(documents)
  const engineFiles = productFiles(context.manifests).map(({ document }) => document)
  const elsewhere = countTexts(engineFiles)
  const countsOfFiles = engineFiles.map((document) => countTexts([document]))
  for (const draft of Object.values(context.entities)) {
    warnOfStates(context, warnings, draft)
    warnOfRowScope(context, warnings, draft)
    warnOfFields(context, warnings, draft, countsOfFiles)
    warnOfUnfilledScope(context, warnings, draft, countsOfFiles)
    warnOfForms(context, warnings, draft)
    warnOfJobs(context, warnings, draft)
    warnOfFourEyes(context, warnings, draft)
    warnOfRepeatedLines(context, warnings, draft)
  }
  warnOfTransitions(context, warnings, app, elsewhere)
  warnOfConditions(context, warnings)
  warnOfFlows(context, warnings, everyScreen(app.screens))
  warnOfScreens(context, warnings, app, wordCounts)
  warnOfAddresses(context, warnings)
  warnOfPermissions(context, warnings, wordCounts)
  warnOfTexts(context, warnings)
  warnOfSchemas(filesOf(context.manifests), warnings)
  return warnings.remaining(documents)
}

function filesOf(manifests: ManifestFiles): readonly File<unknown>[] {
  const { modules, entities, dictionaries, screens, settings } = manifests
  return [
    ...productFiles(manifests),
    ...[modules, entities, dictionaries].flatMap((files) => [...files.values()]),
    ...screens,
    ...settings,
  ]
}

/** Files that pass names to the engine. */
function productFiles({ app, access, endpoints, integrations }: ManifestFiles): readonly File<unknown>[] {
  return [app, access, ...endpoints, ...integrations.values()].filter((file) => file !== undefined)
}
