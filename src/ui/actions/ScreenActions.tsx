// The creating actions of a screen as buttons, and the dialog of the pending one.
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { useTranslator } from '../../client/context/clientContext'
import type { ScreenAnswer } from '../../protocol/screenCalls'
import { Icon } from '../controls/icons'
import { opensForm, PendingActionHost } from './opensForm'
import type { PendingAction } from './PendingAction'

/** Draws a button for each toolbar action that the account may run, and none for the others. */
export function ScreenActions({ screen: answer }: { screen: ScreenAnswer }) {
  const { pick } = useTranslator()
  const [pendingAction, setPendingAction] = useState<PendingAction | null>(null)
  const { screen, entities } = answer
  const actions = screen.actions.filter(
    (action) => action.place === 'toolbar' && entities[action.entity]?.transitions[action.transition],
  )
  return (
    <>
      {actions.map((action) => (
        <Button
          {...opensForm}
          key={`${action.entity}.${action.transition}`}
          type={action.primary ? 'primary' : 'default'}
          icon={action.primary ? <Icon name="plus" size={16} /> : undefined}
          onClick={() => setPendingAction({ action, entityName: screen.entity })}
        >
          {pick(action.title)}
        </Button>
      ))}
      {pendingAction ? (
        <PendingActionDialog pendingAction={pendingAction} screen={answer} onClose={() => setPendingAction(null)} />
      ) : null}
    </>
  )
}

/**
 * Draws the dialog of a pending action, and nothing while its code loads. `onClose` learns whether the transition ran.
 */
export function PendingActionDialog({
  pendingAction,
  screen,
  onClose,
}: {
  pendingAction: PendingAction
  screen: ScreenAnswer
  onClose: (done: boolean) => void
}) {
  return (
    <Suspense fallback={null}>
      <PendingActionHost pendingAction={pendingAction} answer={screen} onClose={onClose} />
    </Suspense>
  )
}
