// Requests the second factor in a dialog: before a payment, or a change of the factors themselves.
import { useTranslator } from '../../../client/context/clientContext'
import { useBackCloses } from '../../../client/navigation/backCloses'
import { FocusedModal } from '../../controls/dialogs/FocusedModal'
import { FactorPanel } from './FactorPanel'
import { ProveFactor } from './ProveFactor'
import styles from '../signIn.module.css'

export default function FactorPrompt({ answer }: { answer: (proof: string | undefined) => void }) {
  const { t } = useTranslator()
  useBackCloses(true, () => answer(undefined))
  return (
    <FocusedModal open centered width={420} footer={null} title={t('factor.title')} onCancel={() => answer(undefined)}>
      <FactorPanel>
        <p className={styles.lead}>{t('factor.promptText')}</p>
        <ProveFactor onProven={({ proof }) => answer(proof)} />
      </FactorPanel>
    </FocusedModal>
  )
}
