// Everything that the user may create: forms of the menu, then actions above lists.
import { Button, Skeleton } from 'antd'
import { useNavigate } from 'react-router-dom'
import { useSession, useTranslator } from '../../../../client/context/clientContext'
import { useRead } from '../../../../client/data/queries'
import { actionAddress } from '../../../../client/navigation/actionAddress'
import type { FindAnswer } from '../../../../protocol/findCalls'
import { Icon } from '../../../controls/icons'
import './create.css'

interface CreateChoicesProps {
  /** Reads the choices only while they are seen. */
  readonly isOpen: boolean
  readonly close: () => void
  readonly open: (path: string) => void
}

/** Draws a button for each, and what else there is to know: that they are loading, missing or none. */
export default function CreateChoices({ isOpen, close, open }: CreateChoicesProps) {
  const { t, pick } = useTranslator()
  const navigate = useNavigate()
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
    <div className="create-choices">
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
    </div>
  )
}
