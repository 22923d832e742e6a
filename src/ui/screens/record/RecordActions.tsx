// Draws the actions of a record: the next step as the primary button, constructive ones beside it.
// The rest, including optional creations and, but for the other answer, destructive ones, are in a menu.
import { Button } from 'antd'
import { useRef, useState, type MouseEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Action } from '../../../manifest/model/column'
import type { Entity } from '../../../manifest/model/entity'
import type { FrameLink } from '../../../manifest/model/detail'
import { useTranslator } from '../../../client/context/clientContext'
import { Icon } from '../../controls/icons'
import { LazyDropdown } from '../../controls/menu/LazyDropdown'
import { isAnswer, isDanger, isSetAside } from '../../actions/availableActions'
import { opensForm } from '../../actions/opensForm'
import {
  ReasonsDialog,
  RefusedAction,
  useRefusedActions,
  withRefused,
  type MenuRecord,
} from '../../actions/refusedActions'
import type { TurnAnswer, WhyNot } from '../../../protocol/records/stepCalls'

interface RecordActionsProps {
  readonly actions: readonly Action[]
  readonly entities: Readonly<Record<string, Entity>>
  readonly run: (action: Action) => void
  /** Whether an action is the next step of this record's life cycle. */
  readonly isNext: (action: Action) => boolean
  /** Pages of integrations in which the record can be opened now. */
  readonly frames: readonly FrameLink[]
  readonly entity: Entity
  readonly id: number
  readonly label: string
  /** The record's own actions that the server would refuse now, with the sentence of the rule. */
  readonly refused: NonNullable<TurnAnswer['refused']>
  /** A sentence that the record's header shows already. */
  readonly shownAbove: string | undefined
}

const maxInSight = 4

export function RecordActions(props: RecordActionsProps) {
  const { actions, entities, run, frames, entity, id, label, isNext, refused, shownAbove } = props
  const { pick } = useTranslator()
  const isRefusing = refuses(entity, actions)
  if (actions.length === 0 && frames.length === 0 && !isRefusing) return null
  const visible = inSight(props)
  const rest = actions.filter((action) => !visible.includes(action))
  const unmetReason = (action: Action) =>
    action.entity === entity.name
      ? refused.find(({ transition }) => transition === action.transition)?.message
      : undefined
  const unmet = visible.filter((action) => ![undefined, shownAbove].includes(unmetReason(action)))
  return (
    <div className="record-actions">
      {visible.map((action, index) => (
        <Button
          {...opensForm}
          key={keyOf(action)}
          className={unmetReason(action) && 'record-action-refused'}
          title={unmetReason(action)}
          type={index === 0 && isNext(action) ? 'primary' : 'default'}
          danger={isDanger(action, entities)}
          onClick={() => run(action)}
        >
          {pick(action.title)}
        </Button>
      ))}
      {frames.map((frame) => (
        <FrameButton key={frame.path} frame={frame} id={id} />
      ))}
      {(rest.length > 0 || isRefusing) && (
        <RestMenu
          actions={rest}
          entities={entities}
          run={run}
          label={label}
          record={{ entity: entity.name, id }}
          unmetReason={unmetReason}
        />
      )}
      {unmet.map((action) => (
        <p key={keyOf(action)} className="record-refusal">
          <b>{pick(action.title)}</b> {unmetReason(action)}
        </p>
      ))}
    </div>
  )
}

/** The actions with a button: the other answer to the step directly beside it. */
function inSight({ actions, entities, entity }: RecordActionsProps): readonly Action[] {
  const offered = Object.keys(entity.transitions).map((transition) => ({ entity: entity.name, transition }))
  const helpful = actions.filter((action) => !isSetAside(action, entities))
  const answers = actions.filter((action) => isAnswer(action, { possible: actions, offered }, entities))
  const buttons = [...helpful.slice(0, 1), ...answers, ...helpful.slice(1)]
  return buttons.slice(
    0,
    buttons.length === actions.length && buttons.length <= maxInSight ? maxInSight : maxInSight - 1,
  )
}

/** Whether any transition that the caller may run in general is not possible now. */
const refuses = ({ name, transitions }: Entity, actions: readonly Action[]) =>
  Object.values(transitions).some(
    (one) => !one.creates && !actions.some(({ entity, transition }) => entity === name && transition === one.name),
  )

const keyOf = (action: Action) => `${action.entity}.${action.transition}`

function FrameButton({ frame, id }: { frame: FrameLink; id: number }) {
  const { pick } = useTranslator()
  const navigate = useNavigate()
  const address = `${frame.path}?id=${id}`
  const follow = (event: MouseEvent) => {
    event.preventDefault()
    void navigate(address)
  }
  return (
    <Button href={address} onClick={follow}>
      {pick(frame.title)}
    </Button>
  )
}

interface RestMenuProps extends Pick<RecordActionsProps, 'actions' | 'entities' | 'run' | 'label'> {
  readonly record: MenuRecord
  readonly unmetReason: (action: Action) => string | undefined
}

/** The actions without a button of their own. */
function RestMenu({ actions, entities, run, label, record, unmetReason }: RestMenuProps) {
  const { t, pick } = useTranslator()
  const [isOpen, setIsOpen] = useState(false)
  const [refused, setRefused] = useState<readonly WhyNot[]>([])
  // A possibly empty menu is loaded before it is offered.
  const isNeeded = isOpen || actions.length === 0
  const { entries, refusedOf, isEmpty } = useRefusedActions(isNeeded ? record : undefined)
  const button = useRef<HTMLButtonElement>(null)
  if (actions.length === 0 && isEmpty) return null
  const actionLabel = (action: Action) => {
    const reason = unmetReason(action)
    return reason ? <RefusedAction title={pick(action.title)} note={reason} /> : pick(action.title)
  }
  const items = actions.map((action) => ({
    key: keyOf(action),
    label: actionLabel(action),
    danger: isDanger(action, entities),
  }))
  const choose = (key: string) => {
    const action = actions.find((item) => keyOf(item) === key)
    if (action) run(action)
    else setRefused(refusedOf(key))
  }
  const leave = () => {
    setRefused([])
    button.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <LazyDropdown
        onOpenChange={setIsOpen}
        menu={() => ({ items: withRefused(items, entries), onClick: ({ key }) => choose(key) })}
      >
        <Button {...opensForm} ref={button} aria-haspopup="menu" aria-label={t('list.moreActionsOf', { label })}>
          <Icon name="more" size={16} />
        </Button>
      </LazyDropdown>
      <ReasonsDialog refused={refused} close={leave} />
    </>
  )
}
