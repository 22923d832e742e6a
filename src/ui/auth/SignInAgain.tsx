// Sign-in in a dialog over the page, which keeps unsaved changes. Only success closes it.
import { Modal } from 'antd'
import { useSession, useTranslator } from '../../client/context/clientContext'
import { contrasting } from '../theme/contrast'
import { SignInForm } from './SignInForm'

/**
 * Draws the usual form for this login, which the user may change; `onIn` runs when a session exists again, of whichever
 * account.
 */
export default function SignInAgain({ account, onIn }: { account: string; onIn: () => void }) {
  const { t } = useTranslator()
  const color = useSession((state) => state.theme.color)
  const style = { '--accent': color, '--strong': contrasting(color, '#ffffff') } as Record<string, string>
  return (
    <Modal open title={t('signIn.submit')} footer={null} closable={false} width={420} centered>
      <div style={style}>
        <SignInForm inDialog account={account} onIn={onIn} />
      </div>
    </Modal>
  )
}
