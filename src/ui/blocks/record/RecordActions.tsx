// What may be done with this record now? The first actions as buttons, the rest behind one more; what cannot be undone stands last and red.
import { Button, Dropdown } from 'antd'
import { useNavigate } from 'react-router-dom'
import type { Action, Entity, FrameLink } from '../../../manifest/app'
import { useWords } from '../../../runtime/runtime'
import { Icon } from '../../shell/icons'
import { isDanger } from '../list/rowActions'

interface RecordActionsProps {
  readonly actions: readonly Action[]
  readonly entities: Readonly<Record<string, Entity>>
  readonly run: (action: Action) => void
  /** Pages of outside systems that the record can be opened in now. */
  readonly frames: readonly FrameLink[]
  readonly id: number
  readonly state: string | undefined
}

const inSight = 4

export function RecordActions({ actions, entities, run, frames, id, state }: RecordActionsProps) {
  const { t, pick } = useWords()
  const navigate = useNavigate()
  if (actions.length === 0 && frames.length === 0) return null
  // What moves the record on comes first, then what sends it back; what cannot be undone last.
  const moves = (action: Action) =>
    entities[action.entity]?.transitions[action.transition]?.to !== undefined &&
    !entities[action.entity]?.transitions[action.transition]?.creates
  const rank = (action: Action) =>
    isDanger(action, entities) ? 3 : !moves(action) ? 2 : goesBack(entities[action.entity]!, action, state) ? 1 : 0
  const sorted = [...actions].sort((a, b) => rank(a) - rank(b))
  const shown = sorted.length <= inSight ? sorted : sorted.slice(0, inSight - 1)
  const rest = sorted.slice(shown.length)
  const key = (action: Action) => `${action.entity}.${action.transition}`
  return (
    <div className="record-actions">
      {shown.map((action, at) => (
        <Button
          key={key(action)}
          type={at === 0 && rank(action) === 0 ? 'primary' : 'default'}
          danger={isDanger(action, entities)}
          onClick={() => run(action)}
        >
          {pick(action.title)}
        </Button>
      ))}
      {frames.map((frame) => (
        <Button
          key={frame.path}
          href={`${frame.path}?id=${id}`}
          onClick={(event) => {
            event.preventDefault()
            void navigate(`${frame.path}?id=${id}`)
          }}
        >
          {pick(frame.title)}
        </Button>
      ))}
      {rest.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: rest.map((action) => ({
              key: key(action),
              label: pick(action.title),
              danger: isDanger(action, entities),
            })),
            onClick: ({ key: chosen }) => {
              const action = rest.find((one) => key(one) === chosen)
              if (action) run(action)
            },
          }}
        >
          <Button aria-haspopup="menu">
            {t('list.moreActions')}
            <Icon name="down" size={14} />
          </Button>
        </Dropdown>
      )}
    </div>
  )
}

/** To a stage before the one that the record is in. */
function goesBack({ stages, transitions }: Entity, { transition }: Action, state: string | undefined): boolean {
  const place = (name: string | undefined) => stages.findIndex((stage) => stage.state === name)
  const to = place(transitions[transition]?.to)
  return to >= 0 && to < place(state)
}
