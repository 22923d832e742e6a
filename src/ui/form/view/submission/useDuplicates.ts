// Shows at an input of an open form that another record already has its value, with a link.
import { useEffect } from 'react'
import { isEmpty } from '../../../../manifest/fieldTypes/definition'
import type { DuplicatesAnswer } from '../../../../protocol/findCalls'
import { useRuntime } from '../../../../client/context/clientContext'
import type { FormModel } from '../../model/formModel'
import { updateStatus } from '../../model/formParts'
import type { FormSession } from '../../model/useFormModel'
import { callAtRest, withdraw, type SubmissionState } from './atRest'

interface DuplicatesOptions extends SubmissionState {
  readonly entity: string
  readonly transition: string
  readonly form: Pick<FormSession, 'model'>
}

export function useDuplicates({ entity, transition, form: { model }, sending, attempt }: DuplicatesOptions): void {
  const { client } = useRuntime()
  const { unique } = model.outline
  useEffect(() => {
    const names = [...new Set(unique.flat())]
    if (sending || attempt.isUnsettled() || names.length === 0) return
    const messages = new Map<string, string>()
    const withdrawAll = (): void => {
      for (const name of messages.keys()) updateStatus(model.fieldOf(name), { duplicate: undefined })
      withdraw(model, messages)
    }
    const begin = (): boolean => {
      withdrawAll()
      return isFilledIn(model)
    }
    const look = async (signal: AbortSignal): Promise<void> => {
      const sent = model.values()
      const values = Object.fromEntries(names.flatMap((name) => (name in sent ? [[name, sent[name]]] : [])))
      const id = model.record && { id: model.record.id }
      const { duplicates } = await client.post<DuplicatesAnswer>(
        '/api/duplicates',
        { entity, transition, values, ...id },
        { quiet: true, signal },
      )
      for (const { fields, message, id } of duplicates) {
        const name = fields[0]!
        messages.set(name, message)
        updateStatus(model.fieldOf(name), { duplicate: id === undefined ? undefined : { entity, id } })
        model.refuse({ [name]: message })
      }
    }
    const end = callAtRest(() => JSON.stringify(names.map((name) => model.fieldOf(name).value)), begin, look)
    return () => {
      end()
      // Do not show it now, since nothing would remove it later. A refusal of the submission comes after this, and
      // stays.
      withdrawAll()
    }
  }, [model, sending, attempt])
}

/** Whether a set of unique inputs is complete after one of them changed. */
function isFilledIn({ outline, fieldOf }: FormModel): boolean {
  return outline.unique.some(
    (fields) =>
      fields.every((name) => !isEmpty(fieldOf(name).value)) && fields.some((name) => fieldOf(name).selfModified),
  )
}
