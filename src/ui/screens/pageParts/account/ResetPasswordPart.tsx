// Resets a forgotten password, in the steps of the manifest.
import { useId, useState, type FormEvent } from 'react'
import { fillTemplate } from '../../../../manifest/expression/template'
import type { PageForm } from '../../../../manifest/model/block'
import type { CallError } from '../../../../client/feedback/callError'
import { useRuntime, useTranslator } from '../../../../client/context/clientContext'
import { useBusyCall } from '../../../controls/hooks/useBusyCall'
import { PanelHead, PanelLinks, ResultPanel } from '../../../auth/panel/PagePanel'
import { PanelInputs } from '../../../auth/panel/PanelInputs'
import { SendCodeButton } from '../../../auth/panel/SendCodeButton'
import { SubmitButton } from '../../../auth/panel/SignInField'
import { useSignInValues } from '../../../auth/panel/useSignInValues'
import styles from '../../../auth/signIn.module.css'
import type { PagePartProps } from '../../common/pagePart'
import stepStyles from './accountSteps.module.css'

/** Draws the form of the present step, and after the last one the result. */
export default function ResetPasswordPart({ block }: PagePartProps) {
  const { pick } = useTranslator()
  const heading = useId()
  const { forms, results, image } = block
  const reset = usePasswordReset(forms)
  const form = forms[reset.step]
  if (!form) return results.done ? <ResultPanel image={image} result={results.done} /> : null
  const submitTitle = form.submitTitle ?? block.submitTitle
  const { typed, refused, setRefused } = reset
  // Before a code was sent, the text about it would be wrong.
  const text = form.text && (reset.sent || !asksForCode(form)) ? pick(form.text) : undefined
  const send = (
    <SendCodeButton
      key={form.name}
      sentAt={reset.sent?.at}
      purpose="reset"
      mobile={() => (typed.check(['mobile']) ? typed.valueOf('mobile').trim() : null)}
      onSent={() => {
        setRefused(null)
        reset.hold()
      }}
      onBusy={reset.setIsSendingCode}
      onRefused={setRefused}
    />
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void reset.submit(form)
  }
  return (
    <form className={styles.panel} noValidate aria-labelledby={heading} onSubmit={submit}>
      <PanelHead image={image} id={heading} title={pick(block.title ?? {})} text={block.text && pick(block.text)} />
      {forms.length > 1 && <Steps forms={forms} step={reset.step} goTo={reset.goTo} busy={reset.busy} />}
      {refused && (
        <p className={styles.refused} role="alert">
          {refused}
        </p>
      )}
      {text && (
        <p className={styles.good} role="status">
          {fillTemplate(text, () => reset.masked)}
        </p>
      )}
      <PanelInputs
        key={form.name}
        form={form}
        typed={typed}
        focus={(form.inputs.find(({ name }) => typed.errors[name] !== undefined) ?? form.inputs[0]!).name}
        send={send}
      />
      <SubmitButton busy={reset.busy}>{submitTitle ? pick(submitTitle) : null}</SubmitButton>
      <PanelLinks links={block.links} />
    </form>
  )
}

interface StepsProps {
  readonly forms: readonly PageForm[]
  readonly step: number
  readonly goTo: (step: number) => void
  /** Whether a call that leads to another step is running. */
  readonly busy: boolean
}

/** Completed steps lead back. */
function Steps({ forms, step, goTo, busy }: StepsProps) {
  const { pick } = useTranslator()
  return (
    <ol className={stepStyles.steps}>
      {forms.map(({ name, title }, index) => (
        <li key={name} aria-current={index === step ? 'step' : undefined} data-done={index < step}>
          {index < step ? (
            <button type="button" disabled={busy} onClick={() => goTo(index)}>
              {pick(title)}
            </button>
          ) : (
            pick(title)
          )}
        </li>
      ))}
    </ol>
  )
}

interface SentCode {
  readonly mobile: string
  readonly at: number
}

/** The last code, as long as the number is the one that got it. */
function useSentCode(mobile: string) {
  const [masked, setMasked] = useState('')
  const [lastSent, setLastSent] = useState<SentCode>()
  return {
    masked,
    setMasked,
    sent: lastSent?.mobile === mobile ? lastSent : undefined,
    hold: () => setLastSent({ mobile, at: Date.now() }),
    forgetSent: () => setLastSent(undefined),
  }
}

/** The values of the steps, and the calls that follow from the inputs of each step. */
function usePasswordReset(forms: readonly PageForm[]) {
  const { signIn } = useRuntime()
  const [step, setStep] = useState(0)
  const typed = useSignInValues(signIn.lastMobile())
  const ticket = useTicket()
  const { busy, runCall } = useBusyCall()
  const [isSendingCode, setIsSendingCode] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const mobile = typed.valueOf('mobile').trim()
  const { setMasked, forgetSent, ...sentCode } = useSentCode(mobile)
  const goTo = (index: number) => {
    setRefused(null)
    typed.setErrors({})
    setStep(index)
  }
  const forgetCode = () => {
    ticket.forget()
    forgetSent()
    typed.change('code', '')
  }
  const finish = async ({ inputs }: PageForm, isLast: boolean) => {
    const names = inputs.map(({ name }) => name)
    // Another code would invalidate the sent one, and is refused for a minute.
    if (names.includes('mobile') && !names.includes('code') && !sentCode.sent) {
      const hidden = await signIn.maskedMobile(mobile)
      await signIn.sendCode(mobile, 'reset')
      forgetCode()
      sentCode.hold()
      setMasked(hidden)
    }
    const code = typed.valueOf('code').trim()
    const proof = names.includes('code') || isLast ? await ticket.of(mobile, code) : ''
    if (isLast) await signIn.resetPassword(mobile, proof, typed.valueOf('newPassword'))
  }
  const refuse = (error: CallError) => {
    const { index, errors } = refusedAt(forms, step, error)
    if (index !== step) goTo(index)
    if (error.key === 'ticket_expired') forgetCode()
    if (errors) typed.setErrors(errors)
    else setRefused(error.message)
  }
  return {
    step,
    goTo,
    typed,
    ...sentCode,
    busy: busy || isSendingCode,
    setIsSendingCode,
    refused,
    setRefused,
    async submit(form: PageForm) {
      if (!typed.check(form.inputs.map(({ name }) => name))) return
      setRefused(null)
      const work = async () => {
        await finish(form, step === forms.length - 1)
        setStep(step + 1)
      }
      await runCall(work, refuse)
    },
  }
}

const asksFor =
  (isMeant: (name: string) => boolean) =>
  ({ inputs }: PageForm): boolean =>
    inputs.some(({ name }) => isMeant(name))
const asksForCode = asksFor((name) => name === 'code')

/** The step where the refused input can be corrected, with the errors of its inputs. */
function refusedAt(
  forms: readonly PageForm[],
  step: number,
  { key, fields: { account, ...fields } }: CallError,
): { readonly index: number; readonly errors?: CallError['fields'] } {
  const stepWith = (fits: (form: PageForm) => boolean) => (fits(forms[step]!) ? step : forms.findIndex(fits))
  if (key === 'ticket_expired')
    return {
      index: Math.max(0, stepWith(asksForCode)),
    }
  const errors: CallError['fields'] = { ...fields, ...(account !== undefined && { mobile: account }) }
  const index = stepWith(asksFor((name) => errors[name] !== undefined))
  return index < 0 ? { index: step } : { index, errors }
}

/** A code is valid once: after a refused password its ticket is reused until it expires. */
function useTicket() {
  const { signIn } = useRuntime()
  const [held, setHeld] = useState<{ readonly mobile: string; readonly code: string; readonly ticket: string }>()
  return {
    forget: () => setHeld(undefined),
    async of(mobile: string, code: string): Promise<string> {
      if (held && held.mobile === mobile && held.code === code) return held.ticket
      const ticket = await signIn.resetTicket(mobile, code)
      setHeld({ mobile, code, ticket })
      return ticket
    },
  }
}
