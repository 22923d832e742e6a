// Shows at its inputs what the server would refuse there, while the form is still open.
// Quiet: without an answer the form works as if nothing was checked.
import { reaction } from '@formily/reactive'
import { useEffect } from 'react'
import { isEmpty } from '../../../../manifest/fieldTypes/definition'
import type { EarlyCheckAnswer } from '../../../../protocol/calls'
import { useRuntime } from '../../../../client/context/clientContext'
import type { FormSession } from '../../model/useFormModel'

/** Milliseconds without a change before a check is sent. */
const rest = 350

interface EarlyCheckOptions {
  readonly entity: string
  readonly transition: string
  readonly form: Pick<FormSession, 'model'>
}

export function useEarlyCheck({ entity, transition, form: { model } }: EarlyCheckOptions): void {
  const { client } = useRuntime()
  const { earlyCheck, fields } = model.outline
  useEffect(() => {
    if (earlyCheck.length === 0) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let control = new AbortController()
    const refusals = new Map<string, string>()
    const isComplete = () =>
      earlyCheck.every((name) => !isEmpty(model.fieldOf(name).value)) &&
      fields.every(
        (field) => !model.required(field) || model.leftToServer(field) || !isEmpty(model.fieldOf(field.name).value),
      )
    const withdraw = (): void => {
      for (const [name, message] of refusals)
        if (model.fieldOf(name).selfErrors.includes(message)) model.fieldOf(name).setSelfErrors([])
      refusals.clear()
    }
    const check = async (): Promise<void> => {
      control = new AbortController()
      const note = model.note()
      // After a conflict the form goes on with the record as it is now.
      const current = model.record
      const { fields: refused } = await client.post<EarlyCheckAnswer>(
        '/api/earlyCheck',
        {
          ...{ entity, transition, values: model.values() },
          ...(note === undefined ? {} : { note }),
          ...(current ? { id: current.id, version: current.version } : {}),
        },
        { quiet: true, signal: control.signal },
      )
      withdraw()
      for (const [name, message] of Object.entries(refused)) refusals.set(name, message)
      model.refuse(refused)
    }
    const stop = reaction(
      () => JSON.stringify(model.values()),
      () => {
        clearTimeout(timer)
        control.abort()
        // What is shown stays until the next answer: going and coming, it would move the form.
        if (isComplete()) timer = setTimeout(() => void check().catch(() => undefined), rest)
        else withdraw()
      },
      // A form may open complete, from a calendar or a draft.
      { fireImmediately: true },
    )
    return () => {
      stop()
      clearTimeout(timer)
      control.abort()
    }
  }, [model])
}
