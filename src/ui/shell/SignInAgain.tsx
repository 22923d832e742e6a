// Where does somebody sign in again without losing what she has typed? In a dialog over the page, which only success closes.
import { Modal } from 'antd'
import { useSession, useWords } from '../../runtime/runtime'
import { contrasting } from './colour'
import { SignInForm } from './SignInForm'

export default function SignInAgain({ account, onIn }: { account: string; onIn: () => void }) {
  const { t } = useWords()
  const colour = useSession((state) => state.theme.colour)
  const style = { '--accent': colour, '--strong': contrasting(colour, '#ffffff') } as Record<string, string>
  return (
    <Modal open title={t('signIn.title')} footer={null} closable={false} width={420} centered>
      <div style={style}>
        <SignInForm inDialog account={account} onIn={onIn} />
      </div>
    </Modal>
  )
}
