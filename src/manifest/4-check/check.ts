// Checks that need all references resolved: conflicts between parts that are valid individually.
import { checkChoices } from './choices'
import { checkDisclosure } from './disclosure'
import { checkCycles } from './cycles'
import { checkLifecycle } from './lifecycle'
import type { Screen } from '../model/screen'
import { everyScreen } from '../access/screenByPath'
import type { CompileContext } from '../context/compileContext'
import { checkExamples } from './examples'
import { checkLocks } from './locks'
import { checkNames } from './names'
import { checkPrintActions } from './printActions'
import { checkUndo } from './undo'
import { reportUnusedDictionaries } from './unusedDictionaries'
import { reportUnusedRules } from './unusedRules'

/** Reports conflicts; only without any is there an App. */
export function check(context: CompileContext, screens: Readonly<Record<string, Screen>>): void {
  checkNames(context)
  checkLocks(context)
  checkExamples(context)
  for (const draft of Object.values(context.entities)) checkLifecycle(context, draft)
  checkChoices(context, everyScreen(screens))
  checkCycles(context)
  checkDisclosure(context)
  checkPrintActions(context, screens)
  checkUndo(context)
  reportUnusedDictionaries(context)
  reportUnusedRules(context)
}
