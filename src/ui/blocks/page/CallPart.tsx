// A declared call as a part of a page: its request is a form, its refusals come back to the inputs, and what the caller is shown follows from what it changed.
import { observer } from '@formily/react'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useMemo, useRef, useState } from 'react'
import type { CallInfo } from '../../../protocol/calls'
import { CallError } from '../../../runtime/faults'
import { useRuntime, useWords } from '../../../runtime/runtime'
import { useUnsaved } from '../../../runtime/unsaved'
import { AskForm } from '../../form/AskForm'
import { focusInput } from '../../form/focusInput'
import { useFormModel } from '../../form/useFormModel'
import form from '../../form/form.module.css'
import { callAnswer, callEntity, callTransition } from './callForm'
import type { PageBlockProps } from './pageBlocks'

export default function CallPart({ block, screen, found }: PageBlockProps) {
  const { t } = useWords()
  const call = screen.calls?.[block.endpoint ?? '']
  const values = found?.block === 'call' ? found.values : {}
  if (!call) return <Alert type="error" showIcon message={t('form.unknownPart', { name: block.endpoint ?? '' })} />
  return <CallForm key={JSON.stringify(values)} block={block} screen={screen} call={call} values={values} />
}

interface CallFormProps extends PageBlockProps {
  readonly call: CallInfo
  readonly values: Readonly<Record<string, unknown>>
}

const CallForm = observer(function CallForm({ block, screen, call, values }: CallFormProps) {
  const { client, notices, signIn } = useRuntime()
  const { t, pick } = useWords()
  const records = useQueryClient()
  const place = useRef<HTMLFormElement>(null)
  const [sending, setSending] = useState(false)
  const [refused, setRefused] = useState<readonly string[]>([])
  const answer = useMemo(() => callAnswer(call, screen), [call, screen])
  const living = useFormModel({
    entity: callEntity,
    transition: callTransition,
    answer,
    fill: values,
    place: block.endpoint,
    secret: Object.values(call.request).some((field) => field.secret),
  })
  const { model } = living
  const entity = answer.entities[callEntity]!
  useUnsaved(model.form.modified)

  const send = async (): Promise<void> => {
    if (sending) return
    const { uploading } = living.surroundings
    if (uploading.size > 0)
      return notices.say(
        'warning',
        t([...uploading.values()].includes('sending') ? 'form.stillUploading' : 'form.failedUploads'),
      )
    const faulty = await model.check()
    if (faulty.length > 0) return focusInput(place.current, faulty[0]!)
    if (
      block.confirm &&
      !(await notices.ask({
        title: pick(call.title),
        text: pick(block.confirm),
        ok: t('form.confirm'),
        cancel: t('form.cancel'),
      }))
    )
      return
    setSending(true)
    setRefused([])
    try {
      const answered = await client.endpoint<{ message?: string } | null>(call, model.values(), { quiet: true })
      notices.say('success', block.done ? pick(block.done) : (answered?.message ?? t('form.sent')))
      living.startAnew()
      await Promise.all([records.invalidateQueries(), signIn.boot()])
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const rest = model.refuse(error.fields)
      const wrong = model.faulty()
      setRefused(wrong.length > 0 ? rest : [error.message])
      if (wrong.length > 0) focusInput(place.current, wrong[0]!)
    } finally {
      setSending(false)
    }
  }
  return (
    <form
      ref={place}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {block.text && <p className={form.lead}>{pick(block.text)}</p>}
      {refused.length > 0 && (
        <Alert
          className={form.alert}
          type="error"
          showIcon
          role="alert"
          message={refused.map((message) => (
            <div key={message}>{message}</div>
          ))}
        />
      )}
      <AskForm key={living.generation} living={living} entity={entity} autoFocus={false} />
      <Button
        className={form.send}
        type={Object.keys(call.request).length > 0 ? 'primary' : 'default'}
        htmlType="submit"
        loading={sending}
      >
        {pick(block.submit ?? call.title)}
      </Button>
    </form>
  )
})
