// The caller's messages in a panel: unread ones first, by day, each leading to its record.
import { Button, Skeleton } from 'antd'
import { useNavigate } from 'react-router-dom'
import { isOwnAddress } from '../../../../protocol/transport'
import { useFormat, useTranslator } from '../../../../client/context/clientContext'
import type { RecordData } from '../../../../protocol/calls'
import { IconButton } from '../../../controls/IconButton'
import { useNow } from '../../../controls/hooks/useNow'
import { groupedByDay } from '../../../values/groupedByDay'
import { useDayName } from '../../../values/useDayName'
import { useMessageCenter } from '../useMessageCenter'
import { useMessagePanel, type MessagePanelData } from './useMessagePanel'
import './messages.css'

interface MessagePanelProps {
  readonly close: () => void
  readonly openAll: () => void
}

export default function MessagePanel({ close, openAll }: MessagePanelProps) {
  const { t } = useTranslator()
  const navigate = useNavigate()
  const { choices } = useMessageCenter()
  const messages = useMessagePanel()
  const { unread, read, failure, retry } = messages
  return (
    <section className="message-panel" aria-label={t('shell.messages')}>
      <header>
        <h2>{t('shell.messages')}</h2>
        <Button
          type="link"
          size="small"
          disabled={!unread || unread.length === 0}
          loading={messages.marking}
          onClick={() => void messages.markAll()}
        >
          {t('shell.markAllRead')}
        </Button>
      </header>
      <div className="message-list" tabIndex={0} role="region" aria-label={t('shell.messages')}>
        {failure !== undefined && (
          <p role="alert">
            {failure}{' '}
            <Button type="link" onClick={retry}>
              {t('shell.retry')}
            </Button>
          </p>
        )}
        {failure === undefined && (!unread || !read) && <Skeleton active title={false} paragraph={{ rows: 5 }} />}
        {unread && read && unread.length + read.length === 0 && <p>{t('shell.noMessages')}</p>}
        {unread && <Days rows={unread} messages={messages} close={close} title={t('shell.unreadMessages')} />}
        {read && <Days rows={read} messages={messages} close={close} title={t('shell.readMessages')} />}
      </div>
      <footer>
        <Button type="link" onClick={openAll}>
          {t('shell.allMessages')}
        </Button>
        {choices !== undefined && (
          <Button
            type="link"
            onClick={() => {
              close()
              void navigate(choices)
            }}
          >
            {t('shell.messageChoices')}
          </Button>
        )}
      </footer>
    </section>
  )
}

interface DaysProps {
  readonly rows: readonly RecordData[]
  readonly messages: MessagePanelData
  readonly close: () => void
  readonly title: string
}

function Days({ rows, messages, close, title }: DaysProps) {
  const format = useFormat()
  const nameOf = useDayName()
  if (rows.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      {groupedByDay(rows, (row) => format.day(new Date(textAt(row, 'createdAt')))).map(({ day, rows: ofDay }) => (
        <div key={day}>
          <h4>{nameOf(day)}</h4>
          <ul>
            {ofDay.map((row) => (
              <Message key={row.id} row={row} messages={messages} close={close} />
            ))}
          </ul>
        </div>
      ))}
    </>
  )
}

const textAt = ({ values }: RecordData, name: string): string => {
  const value = values[name]
  return typeof value === 'string' ? value : ''
}

function Message({ row, messages, close }: Omit<DaysProps, 'rows' | 'title'> & { readonly row: RecordData }) {
  const { t } = useTranslator()
  const format = useFormat()
  const now = useNow()
  const navigate = useNavigate()
  const [title, body, route, at] = ['title', 'body', 'route', 'createdAt'].map((name) => textAt(row, name))
  const unread = messages.isUnread(row)
  const leads = isOwnAddress(route!)
  const follow = () => {
    if (unread) void messages.mark(row)
    if (!leads) return
    close()
    void navigate(route!)
  }
  return (
    <li className={unread ? 'message-unread' : undefined}>
      <button type="button" onClick={follow} disabled={!leads && !unread}>
        <span>{title}</span>
        {body && <small>{body}</small>}
        <time dateTime={at}>{format.relative(at!, now)}</time>
      </button>
      {unread && (
        <IconButton
          icon="check"
          size="small"
          label={t('shell.markRead', { title: title! })}
          onClick={() => void messages.mark(row)}
        />
      )}
    </li>
  )
}
