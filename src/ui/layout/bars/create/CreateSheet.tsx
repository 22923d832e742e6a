// A sheet of everything that the user may create, on a phone.
import { Drawer } from 'antd'
import { useTranslator } from '../../../../client/context/clientContext'
import { useBackCloses } from '../../../../client/navigation/backCloses'
import CreateChoices from './CreateChoices'

interface CreateSheetProps {
  readonly isOpen: boolean
  readonly close: () => void
  readonly open: (path: string) => void
}

/** Draws the choices on a sheet from below; the back button closes it. */
export default function CreateSheet({ isOpen, close, open }: CreateSheetProps) {
  const { t } = useTranslator()
  useBackCloses(isOpen, close)
  return (
    <Drawer
      open={isOpen}
      placement="bottom"
      height="auto"
      title={t('shell.create')}
      onClose={close}
      className="create-sheet"
    >
      <CreateChoices isOpen={isOpen} close={close} open={open} />
    </Drawer>
  )
}
