// Shows at an input of an open form that another record has its value already, and leads there.
// Quiet: without an answer the form works as if nothing was looked for.
import { reaction } from '@formily/reactive'
import { useEffect } from 'react'
import { isEmpty } from '../../../../manifest/fieldTypes/definition'
import type { DuplicatesAnswer } from '../../../../protocol/findCalls'
import { useRuntime } from '../../../../client/context/clientContext'
import type { FormModel } from '../../model/formModel'
import { tell } from '../../model/formParts'
import type { FormSession } from '../../model/useFormModel'

/** Milliseconds without a change before the server is called. */
const rest = 350

interface DuplicatesOptions {
  readonly entity: string
  readonly transition: string
  readonly form: Pick<FormSession, 'model'>
}

export function useDuplicates({ entity, transition, form: { model } }: DuplicatesOptions): void {
  const { client } = useRuntime()
  const { unique } = model.outline
  useEffect(() => {
    const names = [...new Set(unique.flat())]
    if (names.length === 0) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let control = new AbortController()
    const messages = new Map<string, string>()
    const withdraw = (): void => {
      for (const [name, message] of messages) {
        const field = model.fieldOf(name)
        tell(field, { duplicate: undefined })
        if (field.selfErrors.includes(message)) field.setSelfErrors([])
      }
      messages.clear()
    }
    const look = async (): Promise<void> => {
      control = new AbortController()
      const sent = model.values()
      const values = Object.fromEntries(names.flatMap((name) => (name in sent ? [[name, sent[name]]] : [])))
      const id = model.record && { id: model.record.id }
      const { duplicates } = await client.post<DuplicatesAnswer>(
        '/api/duplicates',
        { entity, transition, values, ...id },
        { quiet: true, signal: control.signal },
      )
      for (const { fields, message, id } of duplicates) {
        const name = fields[0]!
        messages.set(name, message)
        tell(model.fieldOf(name), { duplicate: id === undefined ? undefined : { entity, id } })
        model.refuse({ [name]: message })
      }
    }
    const stop = reaction(
      () => JSON.stringify(names.map((name) => model.fieldOf(name).value)),
      () => {
        clearTimeout(timer)
        control.abort()
        withdraw()
        if (isFilledIn(model)) timer = setTimeout(() => void look().catch(() => undefined), rest)
      },
      { fireImmediately: true },
    )
    return () => {
      stop()
      clearTimeout(timer)
      control.abort()
    }
  }, [model])
}

/** Whether inputs of which one was changed have all that a record may have alone. */
function isFilledIn({ outline, fieldOf }: FormModel): boolean {
  return outline.unique.some(
    (fields) =>
      fields.every((name) => !isEmpty(fieldOf(name).value)) && fields.some((name) => fieldOf(name).selfModified),
  )
}
