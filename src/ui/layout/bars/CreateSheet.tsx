// A sheet of everything that the user may create: forms of the menu, then actions above lists.
import { Button, Drawer, Skeleton } from 'antd'
import { useNavigate } from 'react-router-dom'
import { useSession, useTranslator } from '../../../client/context/clientContext'
import { useRead } from '../../../client/data/queries'
import { useBackCloses } from '../../../client/navigation/backCloses'
import { actionAddress } from '../../../client/navigation/actionAddress'
import type { FindAnswer } from '../../../protocol/findCalls'
import { Icon } from '../../controls/icons'

interface CreateSheetProps {
  readonly isOpen: boolean
  readonly close: () => void
  readonly open: (path: string) => void
}

export default function CreateSheet({ isOpen, close, open }: CreateSheetProps) {
  const { t, pick } = useTranslator()
  const navigate = useNavigate()
  useBackCloses(isOpen, close)
  const routes = useSession((state) => state.boot?.routes ?? {})
  const forms = Object.values(routes).filter(({ kind, hidden }) => kind === 'form' && !hidden)
  const { data, error, refetch } = useRead<FindAnswer>('/api/find', { words: '' }, { entities: [], enabled: isOpen })
  const entries = [
    ...forms.map(({ path, title }) => ({ key: path, title, go: () => open(path) })),
    ...(data?.actions ?? []).map(({ title, screen, action }) => ({
      key: action,
      title,
      go: () => void navigate(actionAddress({ screen, action })),
    })),
  ]
  return (
    <Drawer
      open={isOpen}
      placement="bottom"
      height="auto"
      title={t('shell.create')}
      onClose={close}
      className="create-sheet"
    >
      {error && !data && (
        <p role="alert">
          {error.message}{' '}
          <Button type="link" onClick={() => void refetch()}>
            {t('shell.retry')}
          </Button>
        </p>
      )}
      {!data && !error && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      {data && entries.length === 0 && <p>{t('shell.createEmpty')}</p>}
      <ul>
        {data &&
          entries.map(({ key, title, go }) => (
            <li key={key}>
              <button
                type="button"
                onClick={() => {
                  close()
                  go()
                }}
              >
                <Icon name="plus" size={18} />
                {pick(title)}
              </button>
            </li>
          ))}
      </ul>
    </Drawer>
  )
}
