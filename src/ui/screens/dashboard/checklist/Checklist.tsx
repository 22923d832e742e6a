// The block `checklist`: the caller's progress, and the steps with their actions.
import { useState } from 'react'
import type { Block } from '../../../../manifest/model/block'
import type { BlockData } from '../../../../protocol/reportCalls'
import type { ScreenAnswer } from '../../../../protocol/screenCalls'
import { usePreference } from '../../../../client/context/preferences'
import { useRuntime, useTranslator } from '../../../../client/context/clientContext'
import { Icon } from '../../../controls/icons'
import { useArrangement } from '../arranging/useArrangement'
import { Step } from './Step'
import { StepDialog, type BegunStep } from './StepDialog'
import { useStepFocus } from './useStepFocus'
import dashboardStyles from '../dashboard.module.css'
import styles from './checklist.module.css'

interface ChecklistProps {
  readonly block: Block
  readonly steps: (BlockData & { block: 'checklist' })['steps']
  readonly screen: ScreenAnswer
}

/** Draws the steps with their progress, or only that when folded; nothing if no step is left to the caller. */
export function Checklist({ block, steps: counted, screen }: ChecklistProps) {
  const { pick } = useTranslator()
  const [folded = false, keepFolded] = usePreference<boolean>(`checklist ${screen.screen.path} ${block.name}`)
  const [begun, setBegun] = useState<BegunStep | null>(null)
  const done = new Map(counted.map((step) => [step.name, step.done]))
  // The caller's rights have changed since the screen was read; rereading the screen updates its steps.
  const steps = block.steps.filter(({ name }) => done.has(name))
  const next = steps.find(({ name }) => !done.get(name))
  const { list, leave } = useStepFocus(begun !== null)
  if (steps.length === 0) return null
  return (
    <>
      <Progress
        block={block}
        screen={screen}
        done={steps.filter(({ name }) => done.get(name)).length}
        count={steps.length}
        folded={folded}
        fold={keepFolded}
      />
      {folded ? null : (
        <>
          {block.text ? <p className={styles.intro}>{pick(block.text)}</p> : null}
          <ol className={styles.steps} ref={list}>
            {steps.map((step, index) => (
              <Step
                key={step.name}
                step={step}
                number={index + 1}
                done={done.get(step.name) === true}
                next={step === next}
                begin={setBegun}
                leave={leave}
              />
            ))}
          </ol>
        </>
      )}
      {begun ? (
        <StepDialog
          begun={begun}
          screen={screen}
          close={() => {
            leave(begun.step.name)
            setBegun(null)
          }}
        />
      ) : null}
    </>
  )
}

interface ProgressProps extends Pick<ChecklistProps, 'block' | 'screen'> {
  readonly done: number
  readonly count: number
  readonly folded: boolean
  readonly fold: (folded: boolean) => void
}

function Progress({ block, screen, done, count, folded, fold }: ProgressProps) {
  const { t, pick } = useTranslator()
  const hide = useHiding(block, screen)
  const progress = done === count ? t('checklist.complete') : t('checklist.progress', { done, count })
  return (
    <div className={styles.progress}>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={block.title ? pick(block.title) : progress}
        aria-valuemin={0}
        aria-valuemax={count}
        aria-valuenow={done}
      >
        <i style={{ width: `${(100 * done) / count}%` }} />
      </div>
      <span className={styles.count} role="status">
        {progress}
      </span>
      <button type="button" className={styles.quiet} aria-expanded={!folded} onClick={() => fold(!folded)}>
        <Icon name={folded ? 'down' : 'up'} size={14} />
        {t(folded ? 'checklist.unfold' : 'checklist.fold')}
      </button>
      {hide ? (
        <button type="button" className={styles.quiet} onClick={({ currentTarget }) => hide(currentTarget)}>
          {t('checklist.hide')}
        </button>
      ) : null}
    </div>
  )
}

/** Hides the card like arranging, which can restore it; undefined if the dashboard cannot be arranged. */
function useHiding(block: Block, screen: ScreenAnswer): ((button: HTMLElement) => void) | undefined {
  const { t } = useTranslator()
  const { notifications } = useRuntime()
  const { cards, keep } = useArrangement(screen)
  if (screen.screen.kind !== 'dashboard') return undefined
  return (button) => {
    // The button disappears with its card, so the focus moves to the one that the notice names.
    const dashboard = button.closest(`.${dashboardStyles.dashboard}`)
    dashboard?.querySelector<HTMLElement>('[data-button=turn]')?.focus()
    keep(
      cards.map((card) =>
        card.screen === screen.screen.path && card.block === block.name ? { ...card, hidden: true } : card,
      ),
    )
    notifications.say('success', t('checklist.hidden', { arrange: t('arrange.begin') }))
  }
}
