// Resets a forgotten password, in the steps of the manifest.
import { useId, useState, type FormEvent } from 'react'
import { fillTemplate } from '../../../../manifest/expression/template'
import type { PageForm } from '../../../../manifest/model/block'
import { CallError } from '../../../../client/feedback/callError'
import { useRuntime, useTranslator } from '../../../../client/context/clientContext'
import { PanelHead, PanelLinks, ResultPanel } from '../../../auth/panel/PagePanel'
import { PanelInputs } from '../../../auth/panel/PanelInputs'
import { SendCodeButton } from '../../../auth/panel/SendCodeButton'
import { SubmitButton } from '../../../auth/panel/SignInField'
import { useSignInValues } from '../../../auth/panel/useSignInValues'
import styles from '../../../auth/signIn.module.css'
import type { PageBlockProps } from '../../common/pagePart'
import stepStyles from './accountSteps.module.css'

export default function ResetPasswordPart({ block }: PageBlockProps) {
  const { pick } = useTranslator()
  const heading = useId()
  const { forms, results, image } = block
  const reset = usePasswordReset(forms)
  const form = forms[reset.step]
  if (!form) return results.done ? <ResultPanel image={image} result={results.done} /> : null
  const submitTitle = form.submitTitle ?? block.submitTitle
  const { typed, refused, setRefused } = reset
  const send = (
    <SendCodeButton
      key={form.name}
      began={reset.hasSent}
      purpose="reset"
      mobile={() => (typed.check(['mobile']) ? typed.valueOf('mobile').trim() : null)}
      onSent={() => setRefused(null)}
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
      {forms.length > 1 && <Steps forms={forms} step={reset.step} />}
      {refused && (
        <p className={styles.refused} role="alert">
          {refused}
        </p>
      )}
      {form.text && (
        <p className={styles.good} role="status">
          {fillTemplate(pick(form.text), () => reset.masked)}
        </p>
      )}
      <PanelInputs key={form.name} form={form} typed={typed} focus={form.inputs[0]!.name} send={send} />
      <SubmitButton busy={reset.busy}>{submitTitle ? pick(submitTitle) : null}</SubmitButton>
      <PanelLinks links={block.links} />
    </form>
  )
}

function Steps({ forms, step }: { forms: readonly PageForm[]; step: number }) {
  const { pick } = useTranslator()
  return (
    <ol className={stepStyles.steps}>
      {forms.map(({ name, title }, index) => (
        <li key={name} aria-current={index === step ? 'step' : undefined} data-done={index < step}>
          {pick(title)}
        </li>
      ))}
    </ol>
  )
}

/** The values of the steps, and the calls that follow from the inputs of each step. */
function usePasswordReset(forms: readonly PageForm[]) {
  const { signIn } = useRuntime()
  const [step, setStep] = useState(0)
  const [masked, setMasked] = useState('')
  const typed = useSignInValues(signIn.lastMobile())
  const [ticket, setTicket] = useState({ code: '', ticket: '' })
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const mobile = typed.valueOf('mobile').trim()
  const ticketOf = async (code: string) => {
    // A code is valid once: after a refused password its ticket serves again.
    if (ticket.code === code) return ticket.ticket
    const given = await signIn.resetTicket(mobile, code)
    setTicket({ code, ticket: given })
    return given
  }
  const finish = async ({ inputs }: PageForm, isLast: boolean) => {
    const names = inputs.map(({ name }) => name)
    if (names.includes('mobile') && !names.includes('code')) {
      setMasked(await signIn.maskedMobile(mobile))
      await signIn.sendCode(mobile, 'reset')
    }
    const code = typed.valueOf('code').trim()
    const proof = names.includes('code') || isLast ? await ticketOf(code) : ''
    if (isLast) await signIn.resetPassword(mobile, proof, typed.valueOf('newPassword'))
  }
  return {
    step,
    typed,
    masked,
    hasSent: masked !== '',
    busy,
    refused,
    setRefused,
    async submit(form: PageForm) {
      if (!typed.check(form.inputs.map(({ name }) => name))) return
      setBusy(true)
      setRefused(null)
      try {
        await finish(form, step === forms.length - 1)
        setStep(step + 1)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        const { account, ...fields } = error.fields
        const faults: CallError['fields'] = { ...fields, ...(account !== undefined && { mobile: account }) }
        // What is refused of an earlier step has no input here.
        if (form.inputs.some(({ name }) => faults[name] !== undefined)) typed.setFaults(faults)
        else setRefused(error.message)
      } finally {
        setBusy(false)
      }
    },
  }
}
