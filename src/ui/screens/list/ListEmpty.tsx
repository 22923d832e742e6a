// Replaces the rows of an empty or failed list: the reason and the next steps.
import { Button } from 'antd'
import type { CallError } from '../../../client/feedback/callError'
import { useTranslator } from '../../../client/context/clientContext'
import { Icon } from '../../controls/icons'

interface ListEmptyProps {
  readonly narrowed: boolean
  readonly onClear: () => void
  /** Searches the words in all records, if other filters narrow the list too. */
  readonly everywhere: { readonly words: string; readonly run: () => void } | undefined
  readonly create?: { readonly title: string; readonly run: () => void }
}

/** Draws the next steps that apply: clearing filters, searching everywhere, or creating a first record. */
export function ListEmpty({ narrowed, onClear, everywhere, create }: ListEmptyProps) {
  const { t } = useTranslator()
  return (
    <div className="list-empty">
      <Icon name={narrowed ? 'search' : 'box'} size={34} />
      <strong>{t(narrowed ? 'list.emptyFiltered' : 'list.empty')}</strong>
      <span>{t(narrowed ? 'list.emptyFilteredHint' : 'list.emptyHint')}</span>
      {everywhere && (
        <Button type="primary" onClick={everywhere.run}>
          {t('list.searchAll', { words: everywhere.words })}
        </Button>
      )}
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

/** Draws the message of the failed read and a retry. */
export function ListFailed({ error, onRetry }: { error: CallError; onRetry: () => void }) {
  const { t } = useTranslator()
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
