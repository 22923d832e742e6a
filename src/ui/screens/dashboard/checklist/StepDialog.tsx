// The dialog that does a step: the form of its transition, or the import of its list.
import { lazy, Suspense } from 'react'
import type { ChecklistStep } from '../../../../manifest/model/block'
import { pathOf } from '../../../../manifest/access/screenByPath'
import type { ScreenAnswer } from '../../../../protocol/screenCalls'
import { useSession } from '../../../../client/context/clientContext'
import { PendingActionDialog } from '../../../actions/ScreenActions'

const ImportWizard = lazy(() => import('../../../exchange/ImportWizard'))

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
    return <PendingActionDialog doing={{ action: step.action }} screen={screen} onClose={close} />
  return (
    <Suspense fallback={null}>
      <ImportWizard screen={step.screen} title={route?.title ?? step.title} onClose={close} />
    </Suspense>
  )
}
