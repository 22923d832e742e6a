// Name and reach of a saved view; also deletes an existing one, on the second click.
import { Button, Input, Select } from 'antd'
import { useState, type FormEvent } from 'react'
import { useTranslator } from '../../../../client/context/clientContext'
import type { SharingReach } from '../../../../protocol/screenCalls'
import { useMedia } from '../../../controls/hooks/useMedia'
import { maxTitleLength, type SavedView } from '../../common/savedViews'
import type { ListViews, ViewHead } from './useListViews'

interface ViewFormProps {
  readonly views: ListViews
  /** Absent: a new one. */
  readonly view?: SavedView
  readonly submit: string
  readonly onSubmit: (head: ViewHead) => Promise<void>
  readonly onCancel?: () => void
}

type Reach = SharingReach | 'own'

export function ViewForm({ views, view, submit, onSubmit, onCancel }: ViewFormProps) {
  const { t } = useTranslator()
  const [title, setTitle] = useState(view?.title ?? '')
  const [reach, setReach] = useState<Reach>(view?.sharedWith ?? 'own')
  const [busy, setBusy] = useState(false)
  // With a touch screen its keyboard would cover the views to choose from.
  const hasKeyboard = useMedia('(pointer: fine)')
  const sharedWith = reach === 'own' ? undefined : reach
  const name = title.trim()
  const isTaken = views.views.some(
    (other) => other.id !== view?.id && other.title === name && other.sharedWith === sharedWith,
  )
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (name === '' || isTaken) return
    setBusy(true)
    await onSubmit({ title: name, sharedWith })
    setBusy(false)
  }
  return (
    <form className="list-views-form" onSubmit={(event) => void save(event)}>
      <Input
        autoFocus={hasKeyboard}
        aria-label={t('list.viewTitle')}
        placeholder={t('list.viewTitle')}
        maxLength={maxTitleLength}
        status={isTaken ? 'error' : undefined}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
      {views.sharesWith.length > 0 && <ReachSelect reaches={views.sharesWith} value={reach} onChange={setReach} />}
      {isTaken && (
        <p className="list-views-taken" role="alert">
          {t('list.viewTaken')}
        </p>
      )}
      <div className="list-views-buttons">
        {view && <DeleteButton onDelete={() => void views.remove(view)} />}
        {onCancel && (
          <Button size="small" onClick={onCancel}>
            {t('list.viewCancel')}
          </Button>
        )}
        <Button size="small" type="primary" htmlType="submit" loading={busy} disabled={name === '' || isTaken}>
          {submit}
        </Button>
      </div>
    </form>
  )
}

interface ReachSelectProps {
  readonly reaches: ListViews['sharesWith']
  readonly value: Reach
  readonly onChange: (reach: Reach) => void
}

function ReachSelect({ reaches, value, onChange }: ReachSelectProps) {
  const { t } = useTranslator()
  return (
    <Select
      aria-label={t('list.viewReach')}
      options={[
        { value: 'own', label: t('list.viewReachOwn') },
        ...reaches.map(({ reach, label }) => ({
          value: reach,
          label: reach.startsWith('role:') ? t('list.viewReachRole', { name: label }) : label,
        })),
      ]}
      value={value}
      onChange={onChange}
    />
  )
}

function DeleteButton({ onDelete }: { onDelete: () => void }) {
  const { t } = useTranslator()
  const [sure, setSure] = useState(false)
  return (
    <Button
      size="small"
      danger
      className="list-views-delete"
      type={sure ? 'primary' : 'default'}
      onClick={() => (sure ? onDelete() : setSure(true))}
    >
      {t(sure ? 'list.viewDeleteSure' : 'list.viewDelete')}
    </Button>
  )
}
