// The creating actions of a screen as buttons, and the dialog of whichever is running.
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useWords } from '../../../runtime/runtime'
import type { ScreenAnswer } from '../../../protocol/calls'
import { Icon } from '../../shell/icons'
import type { Doing } from '../list/ActionHost'

const ActionHost = lazy(() => import('../list/ActionHost'))

export function ScreenActions({ screen: answer }: { screen: ScreenAnswer }) {
  const { pick } = useWords()
  const [doing, setDoing] = useState<Doing | null>(null)
  const { screen, entities } = answer
  const actions = screen.actions.filter(
    (action) => action.place === 'above' && entities[action.entity]?.transitions[action.transition],
  )
  return (
    <>
      {actions.map((action) => (
        <Button
          key={`${action.entity}.${action.transition}`}
          type={action.primary ? 'primary' : 'default'}
          icon={action.primary ? <Icon name="plus" size={16} /> : undefined}
          onClick={() => setDoing({ action, own: screen.entity })}
        >
          {pick(action.title)}
        </Button>
      ))}
      {doing ? <DoingDialog doing={doing} screen={answer} onClose={() => setDoing(null)} /> : null}
    </>
  )
}

export function DoingDialog({
  doing,
  screen,
  onClose,
}: {
  doing: Doing
  screen: ScreenAnswer
  onClose: (done: boolean) => void
}) {
  return (
    <Suspense fallback={null}>
      <ActionHost doing={doing} answer={screen} onClose={onClose} />
    </Suspense>
  )
}
