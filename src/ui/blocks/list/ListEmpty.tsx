// What if there is nothing, or nothing came? Why, and the way on.
import { Button } from 'antd'
import type { CallError } from '../../../runtime/faults'
import { useWords } from '../../../runtime/runtime'
import { Icon } from '../../shell/icons'

interface ListEmptyProps {
  readonly narrowed: boolean
  readonly onClear: () => void
  readonly create?: { readonly title: string; readonly run: () => void }
}

export function ListEmpty({ narrowed, onClear, create }: ListEmptyProps) {
  const { t } = useWords()
  return (
    <div className="list-empty">
      <Icon name={narrowed ? 'search' : 'box'} size={34} />
      <strong>{t(narrowed ? 'list.emptyFiltered' : 'list.empty')}</strong>
      <span>{t(narrowed ? 'list.emptyFilteredHint' : 'list.emptyHint')}</span>
      {narrowed ? (
        <Button onClick={onClear}>{t('list.clearFilters')}</Button>
      ) : (
        create && (
          <Button type="primary" onClick={create.run}>
            {create.title}
          </Button>
        )
      )}
    </div>
  )
}

export function ListFailed({ error, onRetry }: { error: CallError; onRetry: () => void }) {
  const { t } = useWords()
  return (
    <div className="list-empty" role="alert">
      <Icon name="refresh" size={34} />
      <strong>{t('list.failed')}</strong>
      <span>{error.message}</span>
      <Button type="primary" onClick={onRetry}>
        {t('list.retry')}
      </Button>
    </div>
  )
}
