// A screen of kind form: the form of its action, or one tab per action.
// The records of the screen are below it if it has columns.
import { lazy, Suspense, useEffect, useRef, type RefObject } from 'react'
import type { Action } from '../../../manifest/model/column'
import type { ScreenAnswer } from '../../../protocol/screenCalls'
import { useViewValue } from '../../../client/navigation/urlState'
import { useCurrentTab } from '../../../client/navigation/unsavedChanges'
import { useList } from '../../../client/data/queries'
import { useTranslator } from '../../../client/context/clientContext'
import { TransitionForm } from '../../form/view/TransitionForm'
import { TabRow } from '../../controls/tabs/TabRow'
import { BlockHead } from '../common/BlockHead'
import { BlockState } from '../common/BlockState'
import { OpenedRecord } from '../record/OpenedRecord'
import { shownEntities } from '../../rules/entitiesShown'
import { FormDone } from './FormDone'
import parts from '../common/block.module.css'
import styles from './formBlock.module.css'

const RecentRecords = lazy(() => import('./RecentRecords'))

/** Draws the forms of the actions that the account may run; without any the refusal. */
export default function FormBlock({ screen: answer }: { screen: ScreenAnswer }) {
  const { screen, entities } = answer
  const { t, pick } = useTranslator()
  const [tab, setTab] = useViewValue('form')
  const actions = screen.actions.filter((action) => entities[action.entity]?.transitions[action.transition])
  const box = useTopOnEntry()
  const named = (action: Action): string => `${action.entity}.${action.transition}`
  const active = actions.find((action) => named(action) === tab) ?? actions[0]
  return (
    <div className={styles.block} ref={box}>
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
            // Each form keeps its input while another is visible.
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

/** Shows a form from its first line when a person comes to it again, unless it was begun. */
function useTopOnEntry(): RefObject<HTMLDivElement> {
  const box = useRef<HTMLDivElement>(null)
  const { key, entered, unsaved } = useCurrentTab()
  const seen = useRef(entered)
  useEffect(() => {
    if (seen.current === entered) return
    seen.current = entered
    if (!unsaved.has(key)) box.current?.closest('.shell-view')?.scrollTo({ top: 0 })
  }, [key, entered, unsaved])
  return box
}

function ActionForm({ action, answer, active }: { action: Action; answer: ScreenAnswer; active: boolean }) {
  const { screen, entities } = answer
  const { t, pick } = useTranslator()
  const entity = entities[action.entity]!
  const transition = entity.transitions[action.transition]!
  // A form that changes a record uses the only record of its screen.
  const list = useList({ screen: screen.path, size: 1 }, shownEntities(answer), { enabled: !transition.creates })
  const record = transition.creates ? undefined : list.data?.rows?.[0]
  if (!transition.creates && !list.data) return <BlockState error={list.error} retry={() => void list.refetch()} />
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
      outcome={(done, again) => (
        <FormDone entity={action.entity} answer={done} creates={transition.creates} again={again} />
      )}
    />
  )
}
