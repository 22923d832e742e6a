// An endpoint as a part of a page: its request as a form, with refusals at the inputs.
// Afterwards refreshes all data that it may have changed.
import { declared, firstItem } from '../../../../manifest/expression/values/present'
import { observer } from '@formily/react'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useMemo, useRef, useState, type FormEvent, type RefObject } from 'react'
import type { CallInfo } from '../../../../protocol/screenCalls'
import type { CallError } from '../../../../client/feedback/callError'
import { useRuntime, useTranslator } from '../../../../client/context/clientContext'
import { useAuthorizePage } from '../../../../client/data/authorizePage'
import { useUnsaved } from '../../../../client/navigation/unsavedChanges'
import { useBusyCall } from '../../../controls/hooks/useBusyCall'
import { FormFields } from '../../../form/view/FormFields'
import { focusInput } from '../../../form/view/focusInput'
import { RefusalAlert } from '../../../form/view/submission/RefusalAlert'
import { useReadiness } from '../../../form/view/submission/useReadiness'
import { useFormModel } from '../../../form/model/useFormModel'
import { callAnswer, callEntity, callTransition } from './callForm'
import styles from './callPart.module.css'
import type { PagePartProps } from '../../common/pagePart'

/**
 * Draws the form with the values that the server offers; other values begin a new one. An error for an endpoint that
 * the caller may not call.
 */
export default function CallPart({ block, screen, found }: PagePartProps) {
  const { t } = useTranslator()
  const call = screen.calls?.[block.endpoint ?? '']
  const values = found?.block === 'call' ? found.values : {}
  if (!call) return <Alert type="error" showIcon message={t('form.unknownPart', { name: block.endpoint ?? '' })} />
  return <CallForm key={JSON.stringify(values)} block={block} screen={screen} call={call} values={values} />
}

interface CallFormProps extends PagePartProps {
  readonly call: CallInfo
  readonly values: Readonly<Record<string, unknown>>
}

const CallForm = observer(function CallForm({ block, screen, call, values }: CallFormProps) {
  const { pick } = useTranslator()
  const container = useRef<HTMLFormElement>(null)
  const answer = useMemo(() => callAnswer(call, screen), [call, screen])
  const hasSecrets = Object.values(call.request).some((field) => field.secret)
  const formSession = useFormModel({
    entity: callEntity,
    transition: callTransition,
    answer,
    fill: values,
    place: block.endpoint,
    withoutDraft: hasSecrets,
  })
  const { form: formily } = formSession.model
  useUnsaved(formily.modified, hasSecrets ? undefined : formSession.forgetDraft)
  const { send, sending, refused } = useSend({ call, block, formSession, container })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void send()
  }
  return (
    <form ref={container} noValidate onSubmit={submit}>
      {block.text && <p className={styles.lead}>{pick(block.text)}</p>}
      {refused && (
        <RefusalAlert
          severity={refused.severity}
          message={refused.messages.map((message) => (
            <div key={message}>{message}</div>
          ))}
        />
      )}
      <FormFields
        key={formSession.generation}
        form={formSession}
        entity={declared(answer.entities, callEntity)}
        autoFocus={false}
      />
      {call.authorize && (
        <AuthorizeButton
          authorize={call.authorize}
          endpoint={block.endpoint ?? ''}
          onCode={(code) => {
            formily.setValues({ code })
            void send()
          }}
        />
      )}
      <Button
        className={styles.send}
        type={Object.keys(call.request).length > 0 ? 'primary' : 'default'}
        htmlType="submit"
        loading={sending}
      >
        {pick(block.submitTitle ?? call.title)}
      </Button>
    </form>
  )
})

interface AuthorizeButtonProps {
  readonly authorize: NonNullable<CallInfo['authorize']>
  readonly endpoint: string
  readonly onCode: (code: string) => void
}

/** Opens the service's page in a tab; the code that comes back is sent at once. */
function AuthorizeButton({ authorize: { title, codeParameter }, endpoint, onCode }: AuthorizeButtonProps) {
  const { notifications } = useRuntime()
  const { t, pick } = useTranslator()
  const { busy, runCall } = useBusyCall()
  const open = useAuthorizePage(endpoint, (query) => {
    const code = query.get(codeParameter)
    if (code) onCode(code)
  })
  return (
    <Button
      className={`${styles.send} ${styles.before}`}
      loading={busy}
      onClick={() => void runCall(open, ({ message, severity }) => notifications.say(severity, message))}
    >
      {t('form.authorizeAt', { name: pick(title) })}
    </Button>
  )
}

interface SendOptions extends Pick<CallFormProps, 'call' | 'block'> {
  readonly formSession: ReturnType<typeof useFormModel>
  readonly container: RefObject<HTMLFormElement | null>
}

/** Sends a complete form; field errors appear at the inputs, other refusals above them. */
function useSend(options: SendOptions) {
  const { call, block, formSession, container } = options
  const { client, notifications, signIn } = useRuntime()
  const { t, pick } = useTranslator()
  const records = useQueryClient()
  const isReady = useReadiness({
    form: formSession,
    onInvalid: (name) => focusInput(container.current, name),
    confirm: useQuestion(options),
  })
  const { busy: sending, runCall } = useBusyCall()
  const [refused, setRefused] = useState<{ severity: CallError['severity']; messages: readonly string[] } | null>(null)
  const { model } = formSession
  const send = async (): Promise<void> => {
    if (sending || !(await isReady())) return
    setRefused(null)
    const work = async () => {
      const answered = await client.endpoint<{ message?: string } | null>(call, model.values(), { quiet: true })
      notifications.say(
        'success',
        block.successMessage ? pick(block.successMessage) : (answered?.message ?? t('form.sent')),
      )
      formSession.startAnew()
      await Promise.all([records.invalidateQueries(), signIn.boot()])
    }
    await runCall(work, (error) => {
      const rest = model.refuse(error.fields)
      const wrong = model.invalid()
      const messages = wrong.length > 0 ? rest : [error.message]
      setRefused(messages.length > 0 ? { severity: error.severity, messages } : null)
      if (wrong.length > 0) focusInput(container.current, firstItem(wrong))
    })
  }
  return { send, sending, refused }
}

/** The question before the call, where the page requires one. */
function useQuestion({ call, block }: SendOptions): () => Promise<boolean> {
  const { notifications } = useRuntime()
  const { t, pick } = useTranslator()
  return async () =>
    !block.confirmMessage ||
    notifications.confirm({
      title: pick(call.title),
      text: pick(block.confirmMessage),
      ok: t('form.confirm'),
      cancel: t('form.cancel'),
    })
}
