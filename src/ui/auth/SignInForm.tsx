// Sign-in by the forms of its page's manifest, then the choice among several accounts.
// Uses native inputs, because it is drawn before the control library has loaded.
import { useRef, useState } from 'react'
import { plainMobile } from '../../manifest/fieldTypes/parseInput'
import type { Block, PageForm } from '../../manifest/model/block'
import { endpointOf } from '../../client/transport/endpointAddress'
import type { CallError } from '../../client/feedback/callError'
import { useRuntime, useTranslator } from '../../client/context/clientContext'
import type { AccountChoice, SignInOutcome } from '../../client/session/signIn'
import { useBusyCall } from '../controls/hooks/useBusyCall'
import { ChooseAccount } from './ChooseAccount'
import { PanelHead, PanelLinks } from './panel/PagePanel'
import { PanelInputs } from './panel/PanelInputs'
import { SendCodeButton } from './panel/SendCodeButton'
import { SubmitButton } from './panel/SignInField'
import { SignInTabs } from './SignInTabs'
import { SecondStep } from './factors/SecondStep'
import factorStyles from './factors/factors.module.css'
import { operationsOf, useSignInValues } from './panel/useSignInValues'
import styles from './signIn.module.css'

export interface SignInFormProps {
  /** The block with the forms; absent: the first `signIn` block of the public pages. */
  readonly block?: Block
  /** The known account, when signing in again. */
  readonly account?: string
  /** Called after sign-in, in addition to the change of the session. */
  readonly onIn?: () => void
  /** Called on the first key press, to load the next parts of the page. */
  readonly onBegin?: () => void
  readonly inDialog?: boolean
}

/** Without a block there is no sign-in. */
export function SignInForm(props: SignInFormProps) {
  const { entry } = useRuntime()
  const { t } = useTranslator()
  const block = props.block ?? entry.pageBlocks.signIn
  const forms = block?.forms.filter(({ name }) =>
    operationsOf[name]?.every((operation) => endpointOf(entry, operation)),
  )
  const [first] = forms ?? []
  if (!block || !forms || !first) return <p role="alert">{t('form.unknownPart', { name: 'signIn' })}</p>
  return <Forms {...props} block={block} forms={forms} first={first} />
}

interface FormsProps extends SignInFormProps {
  readonly block: Block
  readonly forms: readonly PageForm[]
  readonly first: PageForm
}

function Forms({ block, forms, first, account, onIn, onBegin, inDialog }: FormsProps) {
  const proof = useProof(onIn)
  const begun = useRef(false)
  const { choices, second, busy } = proof
  const begin = () => {
    if (!begun.current) onBegin?.()
    begun.current = true
  }
  const panel = inDialog ? `${styles.panel} ${styles.inDialog}` : styles.panel
  if (choices)
    return (
      <div className={panel}>
        <ChooseAccount choices={choices} busy={busy} onChoose={proof.choose} onBack={proof.startOver} />
      </div>
    )
  if (second)
    return (
      <div className={panel}>
        <SecondStep step={second} onIn={onIn} onBack={proof.startOver} />
      </div>
    )
  return (
    <div className={panel} onInput={begin}>
      <Head block={block} inDialog={inDialog} />
      <Typed block={block} forms={forms} first={first} account={account} proof={proof} />
      {inDialog ? null : <Providers proof={proof} />}
      {inDialog ? null : <PanelLinks links={block.links} />}
    </div>
  )
}

function Head({ block, inDialog }: Pick<FormsProps, 'block' | 'inDialog'>) {
  const { entry } = useRuntime()
  const { t, pick } = useTranslator()
  if (inDialog) return <p className={styles.lead}>{t('signIn.resume')}</p>
  const title = pick(block.title ?? entry.product.title)
  return <PanelHead image={block.image} title={title} text={block.text && pick(block.text)} />
}

/** The external systems offered for sign-in. */
function Providers({ proof }: { proof: Proof }) {
  const { entry, signIn } = useRuntime()
  const { t, pick } = useTranslator()
  if (entry.signInProviders.length === 0) return null
  return (
    <div className={factorStyles.providers}>
      <p>{t('link.signInBy')}</p>
      {entry.signInProviders.map(({ name, title }) => (
        <button
          key={name}
          type="button"
          className={factorStyles.other}
          disabled={proof.busy}
          onClick={() => void proof.leave(() => signIn.withProvider(name))}
        >
          {pick(title)}
        </button>
      ))}
    </div>
  )
}

type Proof = ReturnType<typeof useProof>
type SecondStepOutcome = Extract<SignInOutcome, { readonly ticket: string }>

/** The calls of a sign-in, and the outcome of the last one. */
function useProof(onIn: (() => void) | undefined) {
  const { signIn, session } = useRuntime()
  const [notice, setNotice] = useState<{ readonly text: string; readonly good?: boolean } | null>(() => {
    const text = session.getState().failure
    return text === null ? null : { text }
  })
  const [choices, setChoices] = useState<readonly AccountChoice[] | null>(null)
  const [second, setSecond] = useState<SecondStepOutcome | null>(null)
  const call = useBusyCall()
  const runStep = async (work: () => Promise<void>, wrong?: (errors: CallError['fields']) => void): Promise<void> => {
    setNotice(null)
    await call.runCall(work, ({ message, fields }) => {
      setNotice({ text: message })
      // A handle is valid once, so the choice starts over with the proof.
      setChoices(null)
      wrong?.(fields)
    })
  }
  const go = (step: () => Promise<SignInOutcome>, wrong?: (errors: CallError['fields']) => void) =>
    runStep(async () => {
      const outcome = await step()
      if (outcome.step === 'choose') return setChoices(outcome.accounts)
      setChoices(null)
      if ('ticket' in outcome) setSecond(outcome)
      else onIn?.()
    }, wrong)
  return {
    notice,
    setNotice,
    choices,
    second,
    busy: call.busy,
    go,
    leave: (work: () => Promise<void>) => runStep(work),
    choose: (handle: string) => void go(() => signIn.choose(handle)),
    startOver() {
      setChoices(null)
      setSecond(null)
    },
  }
}

/** The chosen form, with its inputs in the order of the manifest. */
function Typed({ block, forms, first, account, proof }: Omit<FormsProps, 'inDialog'> & { proof: Proof }) {
  const { signIn } = useRuntime()
  const { t, pick } = useTranslator()
  const typed = useSignInValues(account ?? signIn.lastMobile())
  // By name, because a change of language replaces the forms.
  const [way, setWay] = useState(first.name)
  const chosen = forms.find(({ name }) => name === way) ?? first
  const { valueOf } = typed
  const { notice, busy } = proof
  const tabbed = forms.length > 1
  const submitTitle = chosen.submitTitle ?? block.submitTitle
  const submit = async () => {
    if (!typed.check(chosen.inputs.map(({ name }) => name))) return
    await proof.go(
      () =>
        chosen.name === 'password'
          ? signIn.withPassword(plainMobile(valueOf('account')), valueOf('password'))
          : signIn.withCode(valueOf('mobile').trim(), valueOf('code').trim()),
      typed.setErrors,
    )
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {tabbed && (
        <SignInTabs
          forms={forms}
          chosen={chosen}
          onChange={(next) => {
            setWay(next.name)
            typed.setErrors({})
            proof.setNotice(null)
          }}
        />
      )}
      {notice && <SignInNotice {...notice} />}
      <div
        id={`way-${chosen.name}`}
        role={tabbed ? 'tabpanel' : undefined}
        aria-labelledby={tabbed ? `tab-${chosen.name}` : undefined}
      >
        {chosen.text && <p className={styles.lead}>{pick(chosen.text)}</p>}
        <PanelInputs
          form={chosen}
          typed={typed}
          focus={account ? 'password' : 'account'}
          send={<SendCode typed={typed} proof={proof} />}
        />
      </div>
      <SubmitButton busy={busy}>{busy || !submitTitle ? t('signIn.submitting') : pick(submitTitle)}</SubmitButton>
    </form>
  )
}

function SignInNotice({ text, good }: { text: string; good?: boolean }) {
  return (
    <p className={good ? styles.good : styles.refused} role={good ? 'status' : 'alert'}>
      {text}
    </p>
  )
}

interface SendCodeProps {
  readonly typed: ReturnType<typeof useSignInValues>
  readonly proof: Proof
}

function SendCode({ typed, proof: { setNotice } }: SendCodeProps) {
  const { t } = useTranslator()
  return (
    <SendCodeButton
      purpose="signIn"
      mobile={() => (typed.check(['mobile']) ? typed.valueOf('mobile').trim() : null)}
      onSent={() => setNotice({ text: t('signIn.codeSent'), good: true })}
      onRefused={(text) => setNotice({ text })}
    />
  )
}
