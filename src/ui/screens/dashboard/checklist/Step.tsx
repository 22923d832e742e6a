// A step of a checklist: its state, purpose and buttons.
import { Button } from 'antd'
import { useLayoutEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { ChecklistStep } from '../../../../manifest/model/block'
import { useTranslator } from '../../../../client/context/clientContext'
import { opensForm } from '../../../actions/opensForm'
import { Icon } from '../../../controls/icons'
import spoken from '../../../controls/spoken.module.css'
import type { BegunStep } from './StepDialog'
import styles from './checklist.module.css'

interface StepProps {
  readonly step: ChecklistStep
  readonly number: number
  readonly done: boolean
  /** Whether it is the first step that is not done. */
  readonly next: boolean
  readonly begin: (begun: BegunStep) => void
  /** Called when its buttons disappear, one of which has the focus. */
  readonly leave: (step: string) => void
}

export function Step({ step, number, done, next, begin, leave }: StepProps) {
  const { t, pick } = useTranslator()
  return (
    <li className={styles.step} data-step={step.name} data-done={done || undefined} data-next={next || undefined}>
      <span className={styles.mark}>{done ? <Icon name="check" size={14} /> : number}</span>
      <div className={styles.words}>
        <Link to={step.screen}>{pick(step.title)}</Link>
        {done ? <span className={spoken.only}>{t('checklist.done')}</span> : null}
        {!done && step.text ? <p>{pick(step.text)}</p> : null}
      </div>
      {done ? null : <StepButtons step={step} next={next} begin={begin} leave={leave} />}
    </li>
  )
}

/** The first way is primary; without a form or import the step is done on its own screen. */
function StepButtons({ step, next, begin, leave }: Pick<StepProps, 'step' | 'next' | 'begin' | 'leave'>) {
  const { t, pick } = useTranslator()
  const navigate = useNavigate()
  const { action, import: imports, name, screen, title } = step
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const buttons = box.current
    return () => {
      if (buttons?.contains(document.activeElement)) leave(name)
    }
  }, [name, leave])
  const type = next ? 'primary' : 'default'
  const named = (text: string) => ({ 'aria-label': t('checklist.named', { action: text, step: pick(title) }) })
  return (
    <div className={styles.buttons} ref={box}>
      {imports ? (
        <Button
          type={action ? 'default' : type}
          onClick={() => begin({ step, way: 'import' })}
          {...named(t('checklist.import'))}
        >
          {t('checklist.import')}
        </Button>
      ) : null}
      {action ? (
        <Button {...opensForm} type={type} onClick={() => begin({ step, way: 'action' })}>
          {pick(action.title)}
        </Button>
      ) : null}
      {action || imports ? null : (
        <Button type={type} onClick={() => void navigate(screen)} {...named(t('checklist.open'))}>
          {t('checklist.open')}
        </Button>
      )}
    </div>
  )
}
