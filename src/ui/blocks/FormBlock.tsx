// A screen of kind form: the form of its action, a tab each when there are several, and below it the records of the screen when it has columns.
import { lazy, Suspense } from 'react'
import type { Action } from '../../manifest/app'
import type { ScreenAnswer } from '../../protocol/calls'
import { useOpenRecord, useViewValue } from '../../runtime/location'
import { useList } from '../../runtime/records'
import { useWords } from '../../runtime/runtime'
import { TransitionForm } from '../form/TransitionForm'
import { TabRow } from '../tabs/TabRow'
import { BlockHead } from './parts/BlockHead'
import { BlockState } from './parts/BlockState'
import { OpenedRecord } from './parts/OpenedRecord'
import { shownEntities } from './list/shownEntities'
import parts from './parts/parts.module.css'
import styles from './page/formBlock.module.css'

const RecentRecords = lazy(() => import('./page/RecentRecords'))

export default function FormBlock({ screen: answer }: { screen: ScreenAnswer }) {
  const { screen, entities } = answer
  const { t, pick } = useWords()
  const [tab, setTab] = useViewValue('form')
  const actions = screen.actions.filter((action) => entities[action.entity]?.transitions[action.transition])
  const named = (action: Action): string => `${action.entity}.${action.transition}`
  const active = actions.find((action) => named(action) === tab) ?? actions[0]
  return (
    <div className={styles.block}>
      <BlockHead screen={answer} />
      <div className={parts.panel}>
        {actions.length > 1 ? (
          <div className={styles.tabs}>
            <TabRow
              active={active && named(active)}
              onChange={setTab}
              items={actions.map((action) => ({ key: named(action), title: pick(action.title) }))}
            />
          </div>
        ) : null}
        {actions.length === 0 ? (
          <p className={parts.state}>{t('shell.forbiddenText')}</p>
        ) : (
          actions.map((action) => (
            // Each keeps what was typed while another is looked at.
            <div
              key={named(action)}
              hidden={action !== active}
              role={actions.length > 1 ? 'tabpanel' : undefined}
              aria-label={pick(action.title)}
            >
              <ActionForm action={action} answer={answer} active={action === active} />
            </div>
          ))
        )}
      </div>
      {screen.columns.length > 0 ? (
        <Suspense fallback={null}>
          <RecentRecords answer={answer} />
        </Suspense>
      ) : null}
      <OpenedRecord />
    </div>
  )
}

function ActionForm({ action, answer, active }: { action: Action; answer: ScreenAnswer; active: boolean }) {
  const { screen, entities } = answer
  const { t, pick } = useWords()
  const [, open] = useOpenRecord()
  const entity = entities[action.entity]!
  const transition = entity.transitions[action.transition]!
  // A form that changes a record works on the one record of its screen.
  const found = useList({ screen: screen.path, size: 1 }, shownEntities(answer), { enabled: !transition.creates })
  const record = transition.creates ? undefined : found.data?.rows?.[0]
  if (!transition.creates && !found.data) return <BlockState error={found.error} retry={() => void found.refetch()} />
  if (!transition.creates && !record?.can.includes(transition.name))
    return <p className={parts.state}>{t('form.notAllowed')}</p>
  return (
    <TransitionForm
      entity={entity}
      transition={transition}
      title={pick(action.title)}
      answer={answer}
      sections={screen.sections}
      record={record}
      autoFocus={active}
      onOpen={(id) => open({ entity: action.entity, id })}
    />
  )
}
