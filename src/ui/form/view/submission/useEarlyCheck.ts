// Shows at the inputs of an open form what the server would refuse.
import { useEffect } from 'react'
import { isEmpty } from '../../../../manifest/fieldTypes/definition'
import type { EarlyCheckAnswer } from '../../../../protocol/calls'
import { useRuntime } from '../../../../client/context/clientContext'
import type { FormSession } from '../../model/useFormModel'
import { callAtRest, withdraw, type SubmissionState } from './atRest'

interface EarlyCheckOptions extends SubmissionState {
  readonly entity: string
  readonly transition: string
  readonly form: Pick<FormSession, 'model'>
}

export function useEarlyCheck({ entity, transition, form: { model }, sending, attempt }: EarlyCheckOptions): void {
  const { client } = useRuntime()
  const { earlyCheck } = model.outline
  useEffect(() => {
    if (sending || attempt.isUnsettled() || earlyCheck.length === 0) return
    const refusals = new Map<string, string>()
    const isComplete = () => earlyCheck.every((name) => !isEmpty(model.fieldOf(name).value))
    const check = async (signal: AbortSignal): Promise<void> => {
      const note = model.note()
      // After a conflict the form continues with the current record.
      const current = model.record
      const { fields: refused } = await client.post<EarlyCheckAnswer>(
        '/api/earlyCheck',
        {
          entity,
          transition,
          values: model.values(),
          ...(note === undefined ? {} : { note }),
          ...(current ? { id: current.id, version: current.version } : {}),
        },
        { quiet: true, signal },
      )
      withdraw(model, refusals)
      for (const [name, message] of Object.entries(refused)) refusals.set(name, message)
      model.refuse(refused)
    }
    const begin = (): boolean => {
      if (isComplete()) return true
      withdraw(model, refusals)
      return false
    }
    // Keep messages until the next answer: flickering would move the form.
    return callAtRest(() => JSON.stringify(model.values()), begin, check)
  }, [model, sending, attempt])
}
