// The dialog that does a step: the form of its transition, or the import of its list.
import type { ChecklistStep } from '../../../../manifest/model/block'
import { pathOf } from '../../../../manifest/access/screenByPath'
import type { ScreenAnswer } from '../../../../protocol/screenCalls'
import { useSession } from '../../../../client/context/clientContext'
import { PendingActionDialog } from '../../../actions/ScreenActions'
import { ImportDialog } from '../../../exchange/ImportDialog'

export interface BegunStep {
  readonly step: ChecklistStep
  readonly way: 'action' | 'import'
}

interface StepDialogProps {
  readonly begun: BegunStep
  readonly screen: ScreenAnswer
  readonly close: () => void
}

export function StepDialog({ begun: { step, way }, screen, close }: StepDialogProps) {
  const route = useSession((state) => state.boot?.routes[pathOf(step.screen)])
  if (way === 'action' && step.action)
    return <PendingActionDialog pendingAction={{ action: step.action }} screen={screen} onClose={close} />
  // A further list of a screen is not called like the screen.
  const title = pathOf(step.screen) === step.screen ? route?.title : undefined
  return <ImportDialog screen={step.screen} title={title ?? step.title} onClose={close} />
}
