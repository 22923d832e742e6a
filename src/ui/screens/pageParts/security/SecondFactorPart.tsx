// The caller's second factors: listed, added, removed; recovery codes.
// Each change requires one of them again.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import type { FactorData, FactorsAnswer } from '../../../../protocol/signIn/signInCalls'
import { CallError } from '../../../../client/feedback/callError'
import { useFormat, useRuntime, useTranslator } from '../../../../client/context/clientContext'
import { useBackCloses } from '../../../../client/navigation/backCloses'
import { FocusedModal } from '../../../controls/dialogs/FocusedModal'
import { BlockState } from '../../common/BlockState'
import { AddFactor, type AddFactorProps } from '../../../auth/factors/AddFactor'
import { FactorPanel } from '../../../auth/factors/FactorPanel'
import { RecoveryCodes } from '../../../auth/factors/RecoveryCodes'
import styles from '../../../auth/factors/factors.module.css'

const queryKey = ['factors']

/** Draws the factors, and a warning if three recovery codes or fewer are left. */
export default function SecondFactorPart() {
  const { factors } = useRuntime()
  const { t } = useTranslator()
  const records = useQueryClient()
  const { data, error, refetch } = useQuery<FactorsAnswer, CallError>({ queryKey, queryFn: () => factors.list() })
  const [adding, setAdding] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const changed = () => records.invalidateQueries({ queryKey })
  const withProof = useProven(changed)
  if (!data) return <BlockState error={error} retry={() => void refetch()} rows={3} />
  const has = data.factors.length > 0
  const close = () => {
    setAdding(false)
    setCodes(null)
    void changed()
  }
  return (
    <>
      <p>{t(has ? 'factor.onText' : data.required ? 'factor.requiredText' : 'factor.offText')}</p>
      {has && data.recoveryCodes <= 3 && (
        <Alert type="warning" showIcon message={t('factor.fewCodes', { count: data.recoveryCodes })} />
      )}
      <ul className={styles.list}>
        {data.factors.map((factor) => (
          <FactorRow
            key={factor.id}
            factor={factor}
            onRemove={() => withProof(async (proof) => factors.remove(factor.id, proof))}
          />
        ))}
      </ul>
      <p className={styles.buttons}>
        <Button type={has ? 'default' : 'primary'} onClick={() => setAdding(true)}>
          {t('factor.add')}
        </Button>
        {has && (
          <Button onClick={() => void withProof(async (proof) => setCodes(await factors.recoveryCodes(proof)))}>
            {t('factor.newCodes', { count: data.recoveryCodes })}
          </Button>
        )}
      </p>
      <FactorDialog
        open={adding || codes !== null}
        codes={codes}
        proof={has ? factors.askForProof : undefined}
        onClose={close}
      />
    </>
  )
}

interface FactorDialogProps {
  readonly open: boolean
  /** New recovery codes; null: a factor is added. */
  readonly codes: readonly string[] | null
  readonly proof: AddFactorProps['proof']
  readonly onClose: () => void
}

function FactorDialog({ open, codes, proof, onClose }: FactorDialogProps) {
  const { t } = useTranslator()
  // Recovery codes are shown once: stepping back must not lose them.
  useBackCloses(open, () => codes ?? onClose())
  return (
    <FocusedModal
      open={open}
      centered
      destroyOnHidden
      width={440}
      footer={null}
      // Recovery codes are shown once: a click beside the dialog must not lose them.
      maskClosable={false}
      title={t(codes ? 'factor.newCodesTitle' : 'factor.add')}
      onCancel={onClose}
    >
      <FactorPanel>
        {codes ? <RecoveryCodes codes={codes} onKept={onClose} /> : <AddFactor proof={proof} onAdded={onClose} />}
      </FactorPanel>
    </FocusedModal>
  )
}

/** Requests a proof, then does the work; shows a refusal as a notice. */
function useProven(changed: () => Promise<void>): (work: (proof: string) => Promise<void>) => Promise<void> {
  const { factors, notifications } = useRuntime()
  return async (work) => {
    const proof = await factors.askForProof()
    if (proof === undefined) return
    try {
      await work(proof)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      notifications.say('warning', error.message)
    }
    await changed()
  }
}

function FactorRow({ factor, onRemove }: { factor: FactorData; onRemove: () => Promise<void> }) {
  const { t } = useTranslator()
  const { datetime } = useFormat()
  const { kind, name, createdAt, usedAt } = factor
  return (
    <li>
      <span>
        {name}
        <small>
          {t(kind === 'totp' ? 'factor.addApp' : 'factor.addPasskey')}
          {' · '}
          {usedAt === null
            ? t('factor.addedAt', { at: datetime(createdAt) })
            : t('factor.usedAt', { at: datetime(usedAt) })}
        </small>
      </span>
      <Button size="small" aria-label={`${t('factor.remove')} ${name}`} onClick={() => void onRemove()}>
        {t('factor.remove')}
      </Button>
    </li>
  )
}
