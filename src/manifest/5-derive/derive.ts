// Derives what authors need not write from the resolved parts. Reports no problems.
import type { Screen } from '../model/screen'
import { everyScreen } from '../access/screenByPath'
import type { CompileContext } from '../context/compileContext'
import { isSortable } from '../context/sorting'
import { deriveDecisionFields } from './decisionFields'
import { deriveLocks } from './locks'
import { deriveFrames, deriveQueues, deriveReaders, deriveRelatedAudience } from './openingScreens'
import { deriveContextFields } from './contextFields'
import { deriveEmptyFields } from './emptyFields'
import { deriveDecisions } from './decisions'
import { deriveRecordedEvents } from './recordedEvents'
import { deriveAwaited, deriveRowSteps } from './rowSteps'

/** A webhook's new secret is in no answer but that of the transition which renews it. */
function deriveRevealedSecrets({ entities, manifests }: CompileContext): void {
  const webhooks = manifests.app?.manifest.webhooks
  const renewal = webhooks && entities[webhooks.entity]?.transitions[webhooks.renewTransition]
  if (renewal) renewal.revealsSecret = true
}

/** A person may add any field to a list, so fields need it that no column of the manifests names. */
function deriveSortable(context: CompileContext): void {
  for (const { fields } of Object.values(context.entities))
    for (const field of Object.values(fields)) if (isSortable(context, { field })) field.sortable = true
}

/** Completes entities and screens in place, before they are frozen. */
export function derive(context: CompileContext, screens: Readonly<Record<string, Screen>>): void {
  deriveSortable(context)
  deriveContextFields(context)
  deriveEmptyFields(context)
  deriveDecisionFields(context)
  deriveLocks(context)
  deriveRevealedSecrets(context)
  deriveRecordedEvents(context.entities)
  deriveDecisions(context.entities)
  deriveAwaited(context.entities)
  deriveRowSteps(context.entities, everyScreen(screens))
  deriveReaders(context, everyScreen(screens))
  deriveRelatedAudience(context, everyScreen(screens))
  deriveFrames(context, Object.values(screens))
  deriveQueues(context, Object.values(screens))
}
