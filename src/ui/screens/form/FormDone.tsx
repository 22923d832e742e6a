// The outcome shown instead of a form: name and number of the record with a link, and next steps.
import { Button } from 'antd'
import { useMemo } from 'react'
import type { RunAnswer } from '../../../protocol/calls'
import { useEntity, useRecord } from '../../../client/data/queries'
import { useOpenRecord } from '../../../client/navigation/urlState'
import { useTranslator } from '../../../client/context/clientContext'
import { allowedActionKey, isSetAside, isStep, recordActions } from '../../actions/availableActions'
import { useFocusOnMount } from '../../controls/hooks/useFocusOnMount'
import { ResultPage } from '../../controls/result/ResultPage'

interface FormDoneProps {
  readonly entity: string
  readonly answer: RunAnswer
  readonly creates: boolean
  readonly again: () => void
}

/** Maximum offered steps; the record has the others. */
const maxOffered = 3

export function FormDone({ entity, answer, creates, again }: FormDoneProps) {
  const { t, pick } = useTranslator()
  const [, open] = useOpenRecord()
  const manifests = useEntity(entity)
  const watched = useMemo(() => [entity], [entity])
  const { data, error } = useRecord(entity, answer.id, watched, { enabled: manifests.data !== undefined })
  const entities = manifests.data?.entities ?? {}
  const steps = data
    ? recordActions(data.record, entity, entities)
        .filter(
          (action) =>
            !isSetAside(action, entities) && isStep(action, entities, { row: data.record, entityName: entity }),
        )
        .slice(0, maxOffered)
    : []
  const { id, no, label } = answer
  // The form may have been far longer: its outcome would be above what is in sight.
  const box = useFocusOnMount()
  return (
    <div ref={box} tabIndex={-1} className="outcome-focus">
      <ResultPage severity="success" title={answer.message || t('form.sent')}>
        <Button type="link" onClick={() => open({ entity, id })}>
          {no !== undefined && no !== label ? `${label} ${no}` : label}
        </Button>
        <div className="outcome-steps">
          {steps.map((action, index) => (
            <Button
              key={allowedActionKey(action, entity)}
              type={index === 0 ? 'primary' : 'default'}
              onClick={() => open({ entity, id, run: allowedActionKey(action, entity) })}
            >
              {pick(action.title)}
            </Button>
          ))}
          {/* With the steps: what comes before a button moves it from under the pointer. */}
          {data || error || manifests.error ? (
            <Button type={steps.length === 0 ? 'primary' : 'default'} onClick={again}>
              {t(creates ? 'form.another' : 'form.confirm')}
            </Button>
          ) : null}
        </div>
      </ResultPage>
    </div>
  )
}
